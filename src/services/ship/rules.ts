import type {ToolError} from '../model/error.ts';
import {isWithin, type PerStep, perStep, STEPS, type StepId} from '../model/release-steps.ts';
import type {Order, ShipStep} from './order.ts';
import {PREPARATION} from './preparation-rules.ts';
import {AFTERWARDS} from './review-rules.ts';
import type {Situation} from './situation.ts';
import {failed, later, type Rules, type Standing} from './standing.ts';

export const RULES: Rules<StepId> = {...PREPARATION, ...AFTERWARDS};

type Standings = PerStep<Standing>;

export const unread = (words: string): Standings => perStep(() => later(words));

export function standings(situation: Situation): Standings {
  return perStep((id) => {
    const standing = RULES[id](situation);
    // The service may still show what was there before.
    const isRepeated = situation.progress.passed.has(id) && standing.status === 'open' && standing.act;
    return isRepeated ? {status: 'done', detail: standing.detail} : standing;
  });
}

export function toStep(id: StepId, {status, detail, checks}: Standing, did: ReadonlySet<StepId>): ShipStep {
  return {id, status, detail, did: did.has(id), checks};
}

/** A step that was interrupted, or for which the time was up, stands as before. */
export function stopped(standing: Standing, error: ToolError): Standing {
  return error.kind === 'interrupted' || error.kind === 'waited' ? {...standing, error} : failed(error);
}

export function stepsOf({goal}: Order, all: Standings, did: ReadonlySet<StepId>, stop?: StepId): ShipStep[] {
  return STEPS.map((id): ShipStep => {
    if (!isWithin(id, goal)) return {id, status: 'skipped', detail: 'not asked for', did: false};
    const step = toStep(id, all[id], did);
    const isBehind = stop !== undefined && STEPS.indexOf(id) > STEPS.indexOf(stop);
    return isBehind ? {...step, status: 'open', checks: undefined} : step;
  });
}
