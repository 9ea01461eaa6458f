import {cleanText} from '../../../services/model/clean.ts';
import type {ToolError} from '../../../services/model/error.ts';
import type {Ledger} from '../../../services/model/ledger.ts';
import type {PlannedRequest} from '../../../services/model/outcome.ts';
import {checkRemedy, type ReadinessCheck} from '../../../services/model/readiness.ts';
import {STEP_STATUSES, STEPS} from '../../../services/model/release-steps.ts';
import type {Shipment, ShipReport, ShipStep} from '../../../services/ship/order.ts';
import {nameOf} from '../../../services/ship/standing.ts';
import type {Consequences, Presentation, TableData} from '../../command.ts';
import {describe, remedyLine, withAdvice} from '../../present/error.ts';
import {requestShape, type Where} from '../../present/formats.ts';
import {boolean, constant, either, enumOf, list, nullable, object, shaped, string} from '../../present/shapes.ts';
import {checkShape, withLine} from '../versions/check.ts';

export interface PlatformResult extends ShipReport {
  requests?: readonly PlannedRequest[];
  ledger?: Ledger;
  at?: string;
}

export interface ShipResult {
  platforms: readonly PlatformResult[];
  isList: boolean;
  globals: Where;
  consequences?: Consequences;
}

const steps = list(
  object({id: enumOf(STEPS), status: enumOf(STEP_STATUSES), detail: string, did: boolean}, {checks: list(checkShape)}),
);
const resultShape = object({
  versionId: nullable(string),
  version: string,
  platform: string,
  state: nullable(string),
  reached: boolean,
  steps,
});
const planMembers = {dryRun: constant(true), steps, requests: list(requestShape)};
const planOnPlatform = object({platform: string, ...planMembers});

export function stepItem({id, status, detail, did, checks}: ShipStep, globals: Where) {
  return {id, status, detail, did, checks: checks?.map((check) => withLine(check, globals))};
}

export function platformItem({shipment, version, reached, requests, ...shipped}: PlatformResult, globals: Where) {
  const {platform, versionString} = shipment;
  const items = shipped.steps.map((step) => stepItem(step, globals));
  if (requests) return {platform, dryRun: true as const, steps: items, requests};
  const {id = shipment.versionId ?? null, state = null} = version ?? {};
  return {versionId: id, version: versionString, platform, state, reached, steps: items};
}

const json = shaped(
  either<unknown>([
    resultShape,
    object(planMembers),
    object({data: list(resultShape)}),
    object({data: list(planOnPlatform)}),
  ]),
  ({platforms, isList, globals}: ShipResult) => {
    const items = platforms.map((one) => platformItem(one, globals));
    const [only] = items;
    if (isList || !only) return {data: items};
    if (!('dryRun' in only)) return only;
    const {platform: _, ...plan} = only;
    return plan;
  },
);

function table({platforms, isList}: ShipResult): TableData {
  const rowsOf = (cellsOf: (one: PlatformResult) => readonly string[][]) =>
    platforms.flatMap((one) => cellsOf(one).map((cells) => (isList ? [one.shipment.platform, ...cells] : cells)));
  const steps = rowsOf((one) => one.steps.map(({id, status, did, detail}) => [id, status, did ? 'yes' : '', detail]));
  const planned = rowsOf(({requests = []}) => requests.map(({method, path}) => ['request', method, '', path]));
  const columns = ['Step', 'Status', 'Done now', 'Detail'];
  return {columns: isList ? ['Platform', ...columns] : columns, rows: [...steps, ...planned]};
}

const failedChecks = ({steps}: PlatformResult): readonly ReadinessCheck[] => {
  const {checks = []} = steps.find(({id, status}) => id === 'metadata' && status === 'failed') ?? {};
  return checks.filter(({status}) => status === 'error');
};

function decisive({platforms}: ShipResult): PlatformResult | undefined {
  const interrupted = platforms.find(({error}) => error?.kind === 'interrupted');
  return interrupted ?? platforms.find((one) => one.error ?? failedChecks(one).length > 0);
}

function onPlatform(error: ToolError, {platform}: Shipment): ToolError {
  if (error.message.includes(platform)) return error;
  return error.with({summary: `${cleanText(platform)}: ${error.summary}`});
}

function notesOf({platforms, globals}: ShipResult, first: PlatformResult | undefined): string | undefined {
  const lines = platforms.flatMap((one) => {
    const errors = failedChecks(one);
    if (errors.length > 0)
      return [
        `${nameOf(one.shipment)} is not ready:`,
        ...errors.map((check) => remedyLine(checkRemedy(check), globals)),
      ];
    if (!one.error || one === first) return [];
    const {message, details} = describe(onPlatform(withAdvice(one.error, globals), one.shipment));
    return [message, ...details];
  });
  return lines.join('\n') || undefined;
}

export const shipPresentation: Presentation<ShipResult> = {
  json,
  table,
  ending(result) {
    const first = decisive(result);
    const note = notesOf(result, first);
    if (!first?.error) return {note, code: first ? 1 : 0};
    const isNamed = result.isList && first.error.kind !== 'interrupted';
    return {note, error: isNamed ? onPlatform(first.error, first.shipment) : first.error};
  },
  showsSteps: true,
};
