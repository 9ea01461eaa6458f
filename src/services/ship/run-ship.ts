import {asToolError, ToolError} from '../model/error.ts';
import {STEPS, type StepId} from '../model/release-steps.ts';
import {judge, RULES, toStep, type Verdicts} from './judge.ts';
import {isWithin, type Order, type Shipped, type ShipStep, type Target} from './order.ts';
import {look, type Progress, type Situation} from './situation.ts';
import {type Stop, stepsOf, stopOf, withProgress} from './stop.ts';
import {nameOf, type StepVerdict} from './verdict.ts';
import {type ShipOptions, waitForStep} from './wait-step.ts';

/** More than any release needs: ends what would go round in circles. */
const MOST_ROUNDS = 40;

/**
 * Brings a release to its goal: reads where it stands, does the first open step, reads again. No step is done twice.
 * Yields each step as it ends.
 */
export async function* ship(target: Target, order: Order, options: ShipOptions): AsyncGenerator<ShipStep, Shipped> {
  const {store, signal, events} = options;
  const did = new Set<StepId>();
  const progress: Progress = {did};
  const told = new Set<StepId>();
  let verdicts: Verdicts = new Map();
  let current: StepId = 'version';
  const result = (stop?: Stop): Shipped => ({
    target,
    version: progress.release?.version,
    reached: stop === undefined,
    steps: stepsOf(order, verdicts, did, stop),
    error: stop?.error,
  });
  try {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const situation = await look({order, target, progress}, store, signal);
      if (situation.release) events.seen(situation.release);
      verdicts = judge(situation);
      const within = STEPS.filter((id) => isWithin(id, order.goal));
      const is = (id: StepId) => verdicts.get(id) as StepVerdict;
      // What stands in the way is found before the first write.
      const obstacle = round === 0 ? within.find((id) => is(id).error) : undefined;
      const next = obstacle ?? within.find((id) => !isPassedOver(is(id)));
      for (const id of within.slice(0, next ? within.indexOf(next) : undefined)) {
        const {status, warning} = is(id);
        if (status !== 'done' || told.has(id)) continue;
        told.add(id);
        if (warning) events.note(`Warning: ${warning}`);
        yield toStep(id, is(id), did);
      }
      if (next === undefined) {
        const left = within.find((id) => is(id).status !== 'done');
        if (!left) return result();
        throw new ToolError('service', `${nameOf(target)} cannot continue: ${is(left).detail}`);
      }
      current = next;
      const verdict = is(next);
      if (verdict.status !== 'open' && verdict.status !== 'waiting') {
        const stop = {id: next, status: verdict.status, error: verdict.error};
        yield toStep(next, verdict, did);
        return result(stop);
      }
      events.running(next, verdict.detail);
      if (options.isReadOnly)
        await within
          .map(is)
          .find(({act}) => act)
          ?.act?.(store, signal);
      if (verdict.status === 'waiting') await waitForStep(next, situation, options);
      else await act(next, situation, verdict, {did, progress, options});
    }
    throw new ToolError('service', `${nameOf(target)} cannot continue: ${verdicts.get(current)?.detail}`);
  } catch (thrown) {
    const error = asToolError(thrown);
    const stop = {id: current, ...stopOf(error, verdicts.get(current))};
    const shipped = result(stop);
    if (error.kind !== 'interrupted' && error.kind !== 'waited') {
      const step = shipped.steps.find(({id}) => id === current);
      if (step) yield step;
    }
    return {...shipped, error: error.kind === 'interrupted' ? withProgress(error, shipped) : error};
  }
}

/** Nothing can be done about it now: it is done, or its time has not come. */
function isPassedOver({status, act}: StepVerdict): boolean {
  return status === 'done' || (status === 'open' && !act);
}

interface Acting {
  did: Set<StepId>;
  progress: Progress;
  options: ShipOptions;
}

/** @throws ToolError unless the step is done, by this run or by somebody else */
async function act(
  id: StepId,
  situation: Situation,
  verdict: StepVerdict,
  {did, progress, options}: Acting,
): Promise<void> {
  const {store, signal, events} = options;
  try {
    const acted = await verdict.act?.(store, signal);
    if (!acted?.existed) did.add(id);
    if (acted?.versionId !== undefined) progress.versionId = acted.versionId;
    if (acted?.note) events.note(acted.note);
  } catch (thrown) {
    const error = asToolError(thrown);
    const isUnknown = error.facts.outcome === 'unknown';
    if (signal.aborted || (error.kind !== 'conflict' && !isUnknown)) throw error;
    const now = await look(situation, store, signal).catch(() => undefined);
    const found = now && RULES[id](now);
    if (found?.status !== 'done' && found?.status !== 'waiting') throw error;
    if (isUnknown) did.add(id);
    events.note(`${error.summary}; but it is done: ${found.detail}`);
  }
}
