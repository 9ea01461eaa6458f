import type {ToolError} from '../model/error.ts';
import {type PerStep, perStep, STEPS, type StepId} from '../model/release-steps.ts';
import {isWithin, type Order, type ShipStep} from './order.ts';
import {PREPARATION} from './preparation-rules.ts';
import {AFTERWARDS} from './review-rules.ts';
import type {Situation} from './situation.ts';
import {failed, later, type Rules, type StepVerdict} from './verdict.ts';

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

/** A step that ended with an error; one that was interrupted, or waited for in vain, is as it was. */
export function stopped(verdict: StepVerdict, error: ToolError): StepVerdict {
  return error.kind === 'interrupted' || error.kind === 'waited' ? {...verdict, error} : failed(error);
}

export function stepsOf({goal}: Order, verdicts: Verdicts, did: ReadonlySet<StepId>, stop?: StepId): ShipStep[] {
  return STEPS.map((id): ShipStep => {
    if (!isWithin(id, goal)) return {id, status: 'skipped', detail: 'not asked for', did: false};
    const step = toStep(id, verdicts[id], did);
    const isBehind = stop !== undefined && STEPS.indexOf(id) > STEPS.indexOf(stop);
    return isBehind ? {...step, status: 'open', checks: undefined} : step;
  });
}
