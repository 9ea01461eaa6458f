import {asToolError, ToolError} from '../model/error.ts';
import {STEPS, type StepId} from '../model/release-steps.ts';
import {judge, RULES, stepsOf, stopped, toStep, UNKNOWN} from './judge.ts';
import {isWithin, type Order, type Shipped, type ShipStep, type Target} from './order.ts';
import {look, type Progress, type Situation} from './situation.ts';
import {done, nameOf, type StepVerdict} from './verdict.ts';
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
  const progress: Progress = {passed: new Set(), did};
  const told = new Set<StepId>();
  let verdicts = UNKNOWN;
  let current: StepId = 'version';
  const result = (stop?: StepId): Shipped => ({
    target,
    version: progress.release?.version,
    reached: stop === undefined,
    steps: stepsOf(order, verdicts, did, stop),
    error: stop && verdicts[stop].error,
  });
  try {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const situation = await look({order, target, progress}, options);
      if (situation.release) events.seen(situation.release);
      verdicts = judge(situation);
      const within = STEPS.filter((id) => isWithin(id, order.goal));
      // What stands in the way is found before the first write.
      const obstacle = round === 0 ? within.find((id) => verdicts[id].error) : undefined;
      const next = obstacle ?? within.find((id) => !isPassedOver(verdicts[id]));
      for (const id of within.slice(0, next && within.indexOf(next))) {
        const {status, warning} = verdicts[id];
        if (status !== 'done' || told.has(id)) continue;
        told.add(id);
        if (warning) events.note(`Warning: ${warning}`);
        yield toStep(id, verdicts[id], did);
      }
      if (next === undefined) {
        const left = within.find((id) => verdicts[id].status !== 'done');
        if (!left) return result();
        throw new ToolError('service', `${nameOf(target)} cannot continue: ${verdicts[left].detail}`);
      }
      current = next;
      const verdict = verdicts[next];
      if (verdict.status !== 'open' && verdict.status !== 'waiting') {
        yield toStep(next, verdict, did);
        return result(next);
      }
      events.running(next, verdict.detail);
      const firstWrite = within.find((id) => verdicts[id].act);
      if (options.isReadOnly && firstWrite) await verdicts[firstWrite].act?.(store, signal);
      if (verdict.status === 'waiting') await waitForStep(next, situation, options);
      else await act(next, situation, verdict, options);
    }
    throw new ToolError('service', `${nameOf(target)} cannot continue: ${verdicts[current].detail}`);
  } catch (thrown) {
    const error = asToolError(thrown);
    const isDone = error.facts.isOnlyWaiting && did.has(current);
    const verdict = verdicts[current];
    verdicts = {...verdicts, [current]: isDone ? {...done(verdict.detail), error} : stopped(verdict, error)};
    const shipped = result(current);
    if (error.kind !== 'interrupted' && error.kind !== 'waited') {
      const step = shipped.steps.find(({id}) => id === current);
      if (step) yield step;
    }
    return {...shipped, error: error.kind === 'interrupted' ? withProgress(error, shipped) : afterSteps(error, did)};
  }
}

/** Nothing can be done about it now: it is done, or its time has not come. */
const isPassedOver = ({status, act}: StepVerdict) => status === 'done' || (status === 'open' && !act);

/** @throws ToolError unless the step is done, by this run or by somebody else */
async function act(id: StepId, situation: Situation, verdict: StepVerdict, options: ShipOptions): Promise<void> {
  const {store, signal, events} = options;
  const {progress} = situation;
  const counted = store.apart();
  try {
    const acted = await verdict.act?.(counted, signal);
    if (!acted?.existed) progress.passed.add(id);
    if (counted.written !== 'nothing' && counted.written !== 'refused') progress.did.add(id);
    if (acted?.versionId !== undefined) progress.versionId = acted.versionId;
    if (acted?.note) events.note(acted.note);
  } catch (thrown) {
    const error = asToolError(thrown);
    const isUnknown = error.facts.outcome === 'unknown';
    // The write went through: only the wait for its effect was stopped.
    if (error.facts.isOnlyWaiting) progress.did.add(id);
    if (signal.aborted || (error.kind !== 'conflict' && !isUnknown)) throw error;
    const now = await look(situation, options).catch(() => undefined);
    const found = now && RULES[id](now);
    if (found?.status !== 'done' && found?.status !== 'waiting') throw error;
    if (isUnknown) for (const steps of [progress.passed, progress.did]) steps.add(id);
    const how = isUnknown ? 'the answer was lost, but it is done' : 'another run or person was quicker';
    events.note(`${id}: ${how}: ${found.detail}`);
  }
}

/** The step that failed has sent nothing, but those before it have. */
function afterSteps(error: ToolError, did: ReadonlySet<StepId>): ToolError {
  if (did.size === 0 || error.facts.outcome !== 'not-sent') return error;
  return error.with({line: `Done by this run: ${[...did].join(', ')}.`, facts: {outcome: undefined}});
}

const AGAIN = 'Run it again to continue from there.';

/** What was done and what is left, for a run that was stopped. */
function withProgress(error: ToolError, {steps}: Shipped): ToolError {
  const names = (list: readonly ShipStep[]) => list.map(({id}) => id).join(', ');
  const did = steps.filter((step) => step.did);
  const left = steps.filter((step) => !step.did && step.status !== 'done' && step.status !== 'skipped');
  const {outcome} = error.facts;
  // A step that was cut short may have written part of it.
  const nothing = outcome === undefined || outcome === 'not-sent' ? ['This run has changed nothing.'] : [];
  const lines = [
    ...(did.length > 0 ? [`Done by this run: ${names(did)}.`] : nothing),
    [left.length > 0 ? `Still open: ${names(left)}.` : '', error.hint?.includes(AGAIN) ? '' : AGAIN].join(' ').trim(),
  ];
  const isOnlyWaiting = left.length > 0 ? undefined : error.facts.isOnlyWaiting;
  const facts = {outcome: outcome === 'not-sent' ? undefined : outcome, isOnlyWaiting, result: undefined};
  return error.with({line: lines.join('\n').trim(), facts});
}

/** What `ship` would do now. The client holds the requests back. */
export async function* planShip(
  target: Target,
  order: Order,
  {store, clock, signal}: Pick<ShipOptions, 'store' | 'clock' | 'signal'>,
): AsyncGenerator<ShipStep, Shipped> {
  const did = new Set<StepId>();
  const progress: Progress = {passed: new Set(), did};
  const situation = await look({order, target, progress}, {store, clock, signal});
  const within = STEPS.filter((id) => isWithin(id, order.goal));
  const verdicts = {...judge(situation)};
  const isBlocked = within.some((id) => verdicts[id].error);
  let stop: StepId | undefined;
  for (const id of within) {
    // With what the steps before have planned.
    const verdict = RULES[id](situation);
    verdicts[id] = verdict;
    if (verdict.status === 'blocked' || verdict.status === 'failed') stop = id;
    else if (!isBlocked) {
      try {
        const acted = await verdict.act?.(store, signal);
        progress.versionId ??= acted?.versionId;
      } catch (thrown) {
        verdicts[id] = stopped(verdict, asToolError(thrown));
        stop = id;
      }
    }
    if (stop) break;
    yield toStep(id, verdict, did);
  }
  const steps = stepsOf(order, verdicts, did, stop);
  const last = steps.find(({id}) => id === stop);
  if (last) yield last;
  const error = stop && verdicts[stop].error;
  const version = situation.release?.version;
  return {target, version, reached: false, steps, error: error?.kind === 'conflict' ? undefined : error};
}
