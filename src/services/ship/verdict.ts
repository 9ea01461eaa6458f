import {cleanText} from '../model/clean.ts';
import {type Remedy, ToolError} from '../model/error.ts';
import type {Noted} from '../model/outcome.ts';
import type {StepId} from '../model/release-steps.ts';
import type {StoreVersion} from '../model/version.ts';
import type {Store} from '../store/store.ts';
import type {Shipment, ShipStep} from './order.ts';
import type {Situation} from './situation.ts';

export interface Acted extends Noted {
  /** Of a version that was created, or found after all. */
  versionId?: string;
  state?: string;
  /** Somebody else had done it. */
  existed?: true;
  /** Steps that were done along with it. */
  also?: readonly StepId[];
  /** Where the release stands afterwards, if nothing else can have changed. */
  situation?: Situation;
}

/** What one step needs now. */
export interface StepVerdict extends Pick<ShipStep, 'status' | 'detail' | 'checks'> {
  /** Does an open step. Absent where it can only be done later. */
  act?(store: Store, signal?: AbortSignal): Promise<Acted>;
  /** Why it cannot be done. */
  error?: ToolError;
  warning?: string;
}

/** What is asked of a release, and what this run did, make of where the step stands in `situation.steps`. */
export type Rule = (situation: Situation) => StepVerdict;
export type Rules<Id extends StepId> = Readonly<Record<Id, Rule>>;

export const done = (detail: string, warning?: string): StepVerdict => ({status: 'done', detail, warning});
export const later = (detail: string): StepVerdict => ({status: 'open', detail});
export const open = (detail: string, act: StepVerdict['act']): StepVerdict => ({status: 'open', detail, act});
export const waiting = (detail: string): StepVerdict => ({status: 'waiting', detail});

export function blocked(shipment: Shipment, words: string, remedies: readonly Remedy[] = []): StepVerdict {
  const error = new ToolError('conflict', `${nameOf(shipment)}: ${words}`, {facts: {remedies}});
  return {status: 'blocked', detail: words, error};
}

export function failed(error: ToolError): StepVerdict {
  return {status: error.kind === 'conflict' ? 'blocked' : 'failed', detail: error.summary, error};
}

/** `Version 3.4.0 (IOS)` */
export function nameOf({versionString, platform}: Shipment): string {
  return `Version ${cleanText(versionString)} (${cleanText(platform)})`;
}

export function seeVersion({id}: StoreVersion): Remedy {
  return {words: 'See how it is released', command: {command: ['versions', 'view'], flags: {'version-id': id}}};
}

export function seeHistory({id}: StoreVersion): Remedy {
  return {words: 'See what happened', command: {command: ['versions', 'history'], flags: {'version-id': id}}};
}
