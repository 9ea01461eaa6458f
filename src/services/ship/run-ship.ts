import {cleanText} from '../model/clean.ts';
import {asToolError, ToolError} from '../model/error.ts';
import {type Ledger, RUN_AGAIN} from '../model/ledger.ts';
import {isWithin, type PerStep, perStep, STEPS, type StepId} from '../model/release-steps.ts';
import {differentAttributes} from '../model/version.ts';
import type {Order, Shipment, ShipReport, ShipStep} from './order.ts';
import {PREPARATION_RULES} from './preparation-rules.ts';
import {REVIEW_RULES} from './review-rules.ts';
import {look, type Progress, type Situation, withVersion} from './situation.ts';
import {done, failed, later, nameOf, type Rules, type Standing} from './standing.ts';
import {type ShipOptions, waitForBuild, waitForVersion} from './wait-step.ts';

const RULES: Rules<StepId> = {...PREPARATION_RULES, ...REVIEW_RULES};

type Standings = PerStep<Standing>;

const unread = (words: string): Standings => perStep(() => later(words));

export function standings(situation: Situation): Standings {
  return perStep((id) => {
    const standing = RULES[id](situation);
    // Right after a step, the service may still show the state from before it.
    const isRepeated = situation.progress.passed.has(id) && standing.status === 'open' && standing.act;
    return isRepeated ? {status: 'done', detail: standing.detail} : standing;
  });
}

function toStep(id: StepId, {status, detail, checks}: Standing, did: ReadonlySet<StepId>): ShipStep {
  return {id, status, detail, did: did.has(id), checks};
}

function stopped(standing: Standing, error: ToolError): Standing {
  return error.kind === 'interrupted' || error.kind === 'waited' ? {...standing, error} : failed(error);
}

function stepsOf({goal}: Order, all: Standings, did: ReadonlySet<StepId>, stop?: StepId): ShipStep[] {
  return STEPS.map((id): ShipStep => {
    if (!isWithin(id, goal)) return {id, status: 'skipped', detail: 'not asked for', did: false};
    const step = toStep(id, all[id], did);
    const isBehind = stop !== undefined && STEPS.indexOf(id) > STEPS.indexOf(stop);
    return isBehind ? {...step, status: 'open', checks: undefined} : step;
  });
}

export function notBegun(shipment: Shipment, order: Order): ShipReport {
  return {shipment, reached: false, steps: stepsOf(order, unread('not started'), new Set())};
}

const MOST_ROUNDS = 40;

export async function ship(shipment: Shipment, order: Order, options: ShipOptions): Promise<ShipReport> {
  const {store, signal, events} = options;
  const progress: Progress = {passed: new Set(), did: new Set()};
  const within = STEPS.filter((id) => isWithin(id, order.goal));
  const told = new Set<StepId>();
  let all = unread('not known yet');
  let current: StepId = 'version';
  let known: Situation | undefined;
  const result = (stop?: StepId): ShipReport => ({
    shipment: {...shipment, versionId: shipment.versionId ?? progress.versionId},
    version: progress.release?.version,
    reached: stop === undefined,
    steps: stepsOf(order, all, progress.did, stop),
    error: stop && all[stop].error,
  });
  try {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const situation: Situation = known ?? (await look({order, shipment, progress}, options));
      progress.release = situation.release;
      if (situation.release) events.seen(situation.release);
      all = standings(situation);
      // A step with an error ends the run before any write. A failed step without one ends it only when its turn comes.
      const obstacle = round === 0 ? within.find((id) => all[id].error) : undefined;
      const next = obstacle ?? within.find((id) => !isPassedOver(all[id]));
      for (const id of within.slice(0, next && within.indexOf(next))) {
        const {status, warning} = all[id];
        if (status !== 'done' || told.has(id)) continue;
        told.add(id);
        if (warning) events.note(`Warning: ${warning}`);
        await events.ended(toStep(id, all[id], progress.did));
      }
      if (next === undefined) {
        current = within.find((id) => all[id].status !== 'done') ?? current;
        if (all[current].status !== 'done') break;
        store.ledger.complete();
        return result();
      }
      current = next;
      const standing = all[next];
      if (standing.status !== 'open' && standing.status !== 'waiting') {
        await events.ended(toStep(next, standing, progress.did));
        store.ledger.isUnfinished = true;
        return result(next);
      }
      events.running(next, standing.detail);
      const firstWrite = within.find((id) => all[id].act);
      if (options.isReadOnly && firstWrite) await all[firstWrite].act?.(store, signal);
      if (standing.status === 'open') known = await act(next, situation, standing, options);
      else if (next === 'build') known = await waitForBuild(situation, options);
      else known = await waitForVersion(next, RULES[next], situation, options);
    }
    throw new ToolError('service', `${nameOf(shipment)} cannot continue: ${all[current].detail}`);
  } catch (thrown) {
    const made = progress.release ? undefined : progress.versionId;
    const created = made === undefined ? undefined : `${nameOf(shipment)} was created: its ID is ${cleanText(made)}.`;
    const error = asToolError(thrown).with({line: created});
    const isStopped = error.kind === 'interrupted';
    const isOnlyWaiting = error.kind === 'waited' || (isStopped && error.facts.writes?.isWhole);
    const isDone = isOnlyWaiting && progress.did.has(current) && progress.passed.has(current);
    const standing = all[current];
    all = {...all, [current]: isDone ? {...done(standing.detail), error} : stopped(standing, error)};
    const report = result(current);
    const ended = report.steps.find(({id}) => id === current);
    if (ended && !isStopped && error.kind !== 'waited') await events.ended(ended);
    const left = report.steps.filter((step) => !step.did && step.status !== 'done' && step.status !== 'skipped');
    store.ledger.isUnfinished = isStopped ? left.length > 0 : error.kind !== 'waited' || current === 'build';
    const doneText = progress.did.size > 0 ? `Done by this run: ${[...progress.did].join(', ')}.` : undefined;
    const doneBefore = error.facts.writes?.outcome === 'not-sent' ? doneText : undefined;
    const line = isStopped ? progressText(store.ledger, doneText, left) : doneBefore;
    return {...report, error: error.with({line, facts: {writes: store.ledger}})};
  }
}

const isPassedOver = ({status, act}: Standing) => status === 'done' || (status === 'open' && !act);

async function act(id: StepId, situation: Situation, standing: Standing, options: ShipOptions) {
  const {store, signal, events} = options;
  const {progress} = situation;
  const counted = store.apart();
  try {
    const acted = await standing.act?.(counted, signal);
    if (!acted?.existed) progress.passed.add(id);
    if (counted.ledger.hasDone) progress.did.add(id);
    for (const step of acted?.also ?? []) for (const steps of [progress.passed, progress.did]) steps.add(step);
    if (acted?.versionId !== undefined) Object.assign(progress, {versionId: acted.versionId, state: acted.state});
    if (acted?.note) events.note(acted.note);
    return counted.ledger.lost ? undefined : acted?.situation;
  } catch (thrown) {
    const error = asToolError(thrown);
    const {undecided, hasDone} = counted.ledger;
    const isLost = undecided.length > 0;
    if (hasDone) progress.did.add(id);
    if (counted.ledger.isWhole) progress.passed.add(id);
    if (signal.aborted || (error.kind !== 'conflict' && !isLost)) throw error;
    const now = await look(situation, options).catch(() => undefined);
    const found = now && RULES[id](now);
    if (found?.status !== 'done' && found?.status !== 'waiting') throw error;
    for (const write of undecided) write.reading = {verdict: 'done', found: found.detail, at: options.clock.now()};
    if (isLost) for (const steps of [progress.passed, progress.did]) steps.add(id);
    events.note(
      `${id}: ${isLost ? 'the answer was lost, but it is done' : 'someone else did it first'}: ${found.detail}`,
    );
    return now;
  }
}

function progressText({outcome = 'not-sent'}: Ledger, done: string | undefined, left: readonly ShipStep[]): string {
  const isUnchanged = outcome === 'not-sent' || outcome === 'refused';
  const first = done ?? (isUnchanged ? 'This run has changed nothing.' : undefined);
  const open = left.length > 0 ? `Still open: ${left.map(({id}) => id).join(', ')}.` : undefined;
  return [first, open, RUN_AGAIN].filter((line) => line !== undefined).join('\n');
}

export async function planShip(
  shipment: Shipment,
  order: Order,
  {store, clock, signal, events}: Pick<ShipOptions, 'store' | 'clock' | 'signal' | 'events'>,
): Promise<ShipReport> {
  const progress: Progress = {passed: new Set(), did: new Set()};
  let situation = await look({order, shipment, progress}, {store, clock, signal});
  const within = STEPS.filter((id) => isWithin(id, order.goal));
  const all = {...standings(situation)};
  const isBlocked = within.some((id) => all[id].error);
  let stop: StepId | undefined;
  const along = new Set<StepId>();
  for (const id of within) {
    const standing = RULES[id](situation);
    all[id] = standing;
    if (standing.warning) events.note(`Warning: ${standing.warning}`);
    if (standing.status === 'blocked' || standing.status === 'failed') stop = id;
    else if (!isBlocked && !along.has(id)) {
      try {
        const acted = await standing.act?.(store, signal);
        progress.versionId ??= acted?.versionId;
        for (const step of acted?.also ?? []) along.add(step);
        const {version} = situation.release ?? {};
        if (id === 'version' && version) {
          const asked = differentAttributes(version, order.attributes).map((name) => [name, order.attributes[name]]);
          const planned = withVersion(situation, {...version, ...Object.fromEntries(asked)}, situation.now);
          situation = {...planned, isPlanned: true};
        }
      } catch (thrown) {
        all[id] = stopped(standing, asToolError(thrown));
        stop = id;
      }
    }
    if (stop) break;
    await events.ended(toStep(id, standing, progress.did));
  }
  const steps = stepsOf(order, all, progress.did, stop);
  const ended = steps.find(({id}) => id === stop);
  if (ended) await events.ended(ended);
  return {shipment, version: situation.release?.version, reached: false, steps, error: stop && all[stop].error};
}
