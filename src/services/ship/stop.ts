import type {ToolError} from '../model/error.ts';
import {STEPS, type StepId} from '../model/release-steps.ts';
import {toStep, type Verdicts} from './judge.ts';
import {isWithin, type Order, type Shipped, type ShipStep} from './order.ts';
import type {StepVerdict} from './verdict.ts';

export interface Stop {
  id: StepId;
  status: ShipStep['status'];
  error?: ToolError;
  detail?: string;
}

export function stopOf(error: ToolError, verdict: StepVerdict | undefined): Omit<Stop, 'id'> {
  if (error.kind === 'interrupted' || error.kind === 'waited') {
    return {status: verdict?.status ?? 'open', detail: verdict?.detail, error};
  }
  return {status: error.kind === 'conflict' ? 'blocked' : 'failed', detail: error.summary, error};
}

export function stepsOf({goal}: Order, verdicts: Verdicts, did: ReadonlySet<StepId>, stop?: Stop): ShipStep[] {
  const isBehind = (id: StepId) => stop !== undefined && STEPS.indexOf(id) > STEPS.indexOf(stop.id);
  return STEPS.map((id): ShipStep => {
    if (!isWithin(id, goal)) return {id, status: 'skipped', detail: 'not asked for', did: false};
    const step = toStep(id, verdicts.get(id) ?? {status: 'open', detail: 'not known yet'}, did);
    if (stop?.id === id) return {...step, status: stop.status, detail: stop.detail ?? step.detail};
    return isBehind(id) ? {...step, status: 'open', checks: undefined} : step;
  });
}

/** What was done and what is left, for a run that was stopped. */
export function withProgress(error: ToolError, {steps}: Shipped): ToolError {
  const names = (list: readonly ShipStep[]) => list.map(({id}) => id).join(', ');
  const did = steps.filter((step) => step.did);
  const left = steps.filter(({status}) => status !== 'done' && status !== 'skipped');
  const {outcome} = error.facts;
  const nothing = outcome === 'unknown' ? [] : ['This run has changed nothing.'];
  const lines = [
    ...(did.length > 0 ? [`Done by this run: ${names(did)}.`] : nothing),
    `Still open: ${names(left)}. Run it again to continue from there.`,
  ];
  return error.with({line: lines.join('\n'), facts: {outcome: outcome === 'not-sent' ? undefined : outcome}});
}
