import {asToolError} from '../model/error.ts';
import {STEPS, type StepId} from '../model/release-steps.ts';
import {judge, RULES, type Stop, stepsOf, stopAt, toStep} from './judge.ts';
import {isWithin, type Order, type Shipped, type ShipStep, type Target} from './order.ts';
import {look, type Progress} from './situation.ts';
import type {ShipOptions} from './wait-step.ts';

/** What `ship` would do now. The client holds the requests back. */
export async function* planShip(
  target: Target,
  order: Order,
  {store, signal}: Pick<ShipOptions, 'store' | 'signal'>,
): AsyncGenerator<ShipStep, Shipped> {
  const did: ReadonlySet<StepId> = new Set();
  const progress: Progress = {did};
  const situation = await look({order, target, progress}, store, signal);
  const within = STEPS.filter((id) => isWithin(id, order.goal));
  const verdicts = {...judge(situation)};
  const isBlocked = within.some((id) => verdicts[id].error);
  let stop: Stop | undefined;
  for (const id of within) {
    // With what the steps before have planned.
    const verdict = RULES[id](situation);
    verdicts[id] = verdict;
    if (verdict.status === 'blocked' || verdict.status === 'failed') stop = {id, ...verdict};
    else if (!isBlocked) {
      try {
        const acted = await verdict.act?.(store, signal);
        progress.versionId ??= acted?.versionId;
      } catch (thrown) {
        stop = stopAt(id, asToolError(thrown), verdict);
      }
    }
    if (stop) break;
    yield toStep(id, verdict, did);
  }
  const steps = stepsOf(order, verdicts, did, stop);
  const last = steps.find(({id}) => id === stop?.id);
  if (last) yield last;
  const error = stop?.error?.kind === 'conflict' ? undefined : stop?.error;
  return {target, version: situation.release?.version, reached: false, steps, error};
}
