import {isPending} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import type {StepId} from '../model/release-steps.ts';
import type {Build, StoreVersion} from '../model/version.ts';
import type {Clock} from '../ports.ts';
import type {Store} from '../store/store.ts';
import {type Wait, type WaitEvent, waitFailure, waitFor} from '../wait.ts';
import type {ShipStep} from './order.ts';
import {findBuild, type Situation, withVersion} from './situation.ts';
import {nameOf, type Rule, type Standing} from './standing.ts';

export interface ShipOptions extends Pick<Wait<unknown>, 'every' | 'maxWait'> {
  store: Store;
  clock: Clock;
  signal: AbortSignal;
  isReadOnly: boolean;
  events: ShipEvents;
}

export interface ShipEvents {
  running(step: StepId, detail: string): void;
  waiting(step: StepId, event: WaitEvent<unknown>): void;
  ended(step: ShipStep): Promise<void>;
  seen(what: {version?: StoreVersion; build?: Build}): void;
  note(text: string): void;
}

export async function waitForBuild({order, shipment, build}: Situation, options: ShipOptions): Promise<undefined> {
  const {store, events} = options;
  const choice = build && 'id' in build ? {id: build.id} : order.build;
  const waited = await waitFor<Build | undefined>(
    {
      async read(linked) {
        const found = choice && (await findBuild(choice, shipment, store, linked));
        if (found) events.seen({build: found});
        return found;
      },
      stateOf: (found) => found?.processingState ?? 'NOT_FOUND',
      statusOf: (found) => (!found || isPending(found) ? 'waiting' : 'reached'),
      ...options,
    },
    {...options, onEvent: (event) => events.waiting('build', event)},
  );
  const {value} = waited;
  const number = typeof order.build === 'object' && 'number' in order.build ? order.build.number : '';
  const subject = `Build ${cleanText(value?.version ?? number)}`;
  const failure = waitFailure(waited, {subject, state: value?.processingState, goal: 'VALID'});
  if (failure) throw failure;
}

export async function waitForVersion(id: StepId, rule: Rule, situation: Situation, options: ShipOptions) {
  const {store, events} = options;
  const {order, shipment, release} = situation;
  const waited = await waitFor<{version: StoreVersion; standing: Standing}>(
    {
      async read(linked) {
        const query = {id: release?.version.id ?? '', withPhasedRelease: true};
        const {version} = await store.viewVersion(query, linked);
        events.seen({version});
        return {version, standing: rule(withVersion(situation, version, options.clock.now()))};
      },
      stateOf: ({standing}) => standing.detail,
      statusOf: ({standing}) => (standing.status === 'waiting' ? 'waiting' : 'reached'),
      ...options,
    },
    {...options, onEvent: (event) => events.waiting(id, event)},
  );
  const {version, standing} = waited.value ?? {};
  const where = id === 'roll-out' ? 'its roll-out' : version?.state;
  const isMore = standing !== undefined && standing.detail !== version?.state;
  const state = isMore ? `${where} (${standing.detail})` : where;
  const failure = waitFailure(waited, {subject: nameOf(shipment), state, goal: order.goal});
  if (failure) throw failure;
  const now = version && withVersion(situation, version, options.clock.now());
  return now?.isReached ? now : undefined;
}
