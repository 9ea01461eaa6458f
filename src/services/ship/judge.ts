import type {ToolError} from '../model/error.ts';
import {type PerStep, perStep, STEPS, type StepId} from '../model/release-steps.ts';
import {isWithin, type Order, type ShipStep} from './order.ts';
import {PREPARATION} from './preparation-rules.ts';
import {AFTERWARDS} from './review-rules.ts';
import type {Situation} from './situation.ts';
import {later, type Rules, type StepVerdict} from './verdict.ts';

export const RULES: Rules<StepId> = {...PREPARATION, ...AFTERWARDS};

export type Verdicts = PerStep<StepVerdict>;

/** Before the first look. */
export const UNKNOWN: Verdicts = perStep(() => later('not known yet'));

export function judge(situation: Situation): Verdicts {
  return perStep((id) => {
    const verdict = RULES[id](situation);
    // The service may still show what was there before.
    const isRepeated = situation.progress.passed.has(id) && verdict.status === 'open' && verdict.act !== undefined;
    return isRepeated ? {status: 'done', detail: verdict.detail} : verdict;
  });
}

export function toStep(id: StepId, {status, detail, checks}: StepVerdict, did: ReadonlySet<StepId>): ShipStep {
  return {id, status, detail, did: did.has(id), checks};
}

export interface Stop extends Pick<ShipStep, 'id' | 'status'> {
  error?: ToolError;
  detail?: string;
}

export function stopAt(id: StepId, error: ToolError, {status, detail}: StepVerdict): Stop {
  if (error.kind === 'interrupted' || error.kind === 'waited') return {id, status, detail, error};
  return {id, status: error.kind === 'conflict' ? 'blocked' : 'failed', detail: error.summary, error};
}

export function stepsOf({goal}: Order, verdicts: Verdicts, did: ReadonlySet<StepId>, stop?: Stop): ShipStep[] {
  const isBehind = (id: StepId) => stop !== undefined && STEPS.indexOf(id) > STEPS.indexOf(stop.id);
  return STEPS.map((id): ShipStep => {
    if (!isWithin(id, goal)) return {id, status: 'skipped', detail: 'not asked for', did: false};
    const step = toStep(id, verdicts[id], did);
    if (stop?.id === id) return {...step, status: stop.status, detail: stop.detail ?? step.detail};
    return isBehind(id) ? {...step, status: 'open', checks: undefined} : step;
  });
}
