import {asToolError} from '../model/error.ts';
import {STEPS} from '../model/release-steps.ts';
import {judge, RULES, toStep} from './judge.ts';
import {isWithin, type Order, type Shipped, type ShipStep, type Target} from './order.ts';
import {look, type Progress} from './situation.ts';
import {type Stop, stepsOf, stopOf} from './stop.ts';
import type {ShipOptions} from './wait-step.ts';

/** What `ship` would do now. The client holds the requests back. */
export async function* planShip(
  target: Target,
  order: Order,
  {store, signal}: Pick<ShipOptions, 'store' | 'signal'>,
): AsyncGenerator<ShipStep, Shipped> {
  const progress: Progress = {did: new Set()};
  const situation = await look({order, target, progress}, store, signal);
  const verdicts = judge(situation);
  const obstacle = STEPS.find((id) => isWithin(id, order.goal) && verdicts.get(id)?.error);
  let stop: Stop | undefined;
  for (const id of STEPS.filter((one) => isWithin(one, order.goal))) {
    // With what the steps before have planned.
    const verdict = RULES[id](situation);
    verdicts.set(id, verdict);
    if (verdict.status === 'blocked' || verdict.status === 'failed') stop = {id, ...verdict};
    else if (!obstacle) {
      try {
        const acted = await verdict.act?.(store, signal);
        progress.versionId ??= acted?.versionId;
      } catch (thrown) {
        const error = asToolError(thrown);
        stop = {id, ...stopOf(error, verdict)};
      }
    }
    if (stop) break;
    yield toStep(id, verdict, progress.did);
  }
  const steps = stepsOf(order, verdicts, progress.did, stop);
  const last = steps.find(({id}) => id === stop?.id);
  if (last) yield last;
  const error = stop?.error?.kind === 'conflict' ? undefined : stop?.error;
  return {target, version: situation.release?.version, reached: false, steps, error};
}
