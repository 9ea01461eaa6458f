import {STEPS, type StepId} from '../model/release-steps.ts';
import type {ShipStep} from './order.ts';
import {PREPARATION} from './preparation-rules.ts';
import {AFTERWARDS} from './review-rules.ts';
import type {Situation} from './situation.ts';
import type {Rules, StepVerdict} from './verdict.ts';

export const RULES: Rules<StepId> = {...PREPARATION, ...AFTERWARDS};

export type Verdicts = Map<StepId, StepVerdict>;

export function judge(situation: Situation): Verdicts {
  const {did} = situation.progress;
  return new Map(
    STEPS.map((id) => {
      const verdict = RULES[id](situation);
      // The service may still show what was there before.
      const isRepeated = did.has(id) && verdict.status === 'open' && verdict.act !== undefined;
      return [id, isRepeated ? {status: 'done', detail: verdict.detail} : verdict];
    }),
  );
}

export function toStep(id: StepId, {status, detail, checks}: StepVerdict, did: ReadonlySet<StepId>): ShipStep {
  return {id, status, detail, did: did.has(id), checks};
}
