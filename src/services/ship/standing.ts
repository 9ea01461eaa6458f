import {cleanText} from '../model/clean.ts';
import {type Remedy, ToolError} from '../model/error.ts';
import type {WithNote} from '../model/outcome.ts';
import type {StepId} from '../model/release-steps.ts';
import type {StoreVersion} from '../model/version.ts';
import type {Store} from '../store/store.ts';
import type {Shipment, ShipStep} from './order.ts';
import type {Situation} from './situation.ts';

interface Acted extends WithNote {
  versionId?: string;
  state?: string;
  existed?: true;
  also?: readonly StepId[];
  situation?: Situation;
}

export interface Standing extends Pick<ShipStep, 'status' | 'detail' | 'checks'> {
  /** Carries out the step. An open step without `act` can only be done later. */
  act?(store: Store, signal?: AbortSignal): Promise<Acted>;
  /** An error ends the run before its first write. A failed step without an error ends it only when its turn comes. */
  error?: ToolError;
  warning?: string;
}

export type Rule = (situation: Situation) => Standing;
export type Rules<Id extends StepId> = Readonly<Record<Id, Rule>>;

export const done = (detail: string, warning?: string): Standing => ({status: 'done', detail, warning});
export const later = (detail: string): Standing => ({status: 'open', detail});
export const open = (detail: string, act: Standing['act']): Standing => ({status: 'open', detail, act});
export const waiting = (detail: string): Standing => ({status: 'waiting', detail});

export function blocked(shipment: Shipment, words: string, remedies: readonly Remedy[] = []): Standing {
  const error = new ToolError('conflict', `${nameOf(shipment)}: ${words}`, {facts: {remedies}});
  return {status: 'blocked', detail: words, error};
}

export function failed(error: ToolError): Standing {
  return {status: error.kind === 'conflict' ? 'blocked' : 'failed', detail: error.summary, error};
}

export function nameOf({versionString, platform}: Shipment): string {
  return `Version ${cleanText(versionString)} (${cleanText(platform)})`;
}

export function seeHistory({id}: StoreVersion): Remedy {
  return {words: 'See what happened', command: {command: ['versions', 'history'], flags: {'version-id': id}}};
}
