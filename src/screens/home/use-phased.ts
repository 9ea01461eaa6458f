import {useEffect, useMemo, useReducer} from 'react';
import {asToolError} from '../../services/model/error.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import type {PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {useServices} from '../context/services.ts';
import {useLocalTime} from '../time/use-local-time.ts';

/** A roll-out lasts seven days and at most thirty of pause: what is older than this has long been with everyone. */
const YOUNG_MS = 60 * 24 * 3600 * 1000;
/** The day of a roll-out changes once a day: it is not read anew with every look. */
const FRESH_MS = 5 * 60 * 1000;

/** Phased releases by the ID of their version. */
export type Phased = ReadonlyMap<string, PhasedRelease>;

/** Those that this run has read, and how to say that there are more. */
export function usePhased(): {phased: Phased; publish(): void} {
  const {rollOuts} = useServices();
  const [round, publish] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the readings are added to
  const phased = useMemo(
    () => new Map([...rollOuts].flatMap(([id, {phased: read}]) => (read ? [[id, read]] : []))),
    [rollOuts, round],
  );
  return {phased, publish};
}

/**
 * Reads the phased release of the live versions of each visible app, where they are young: one request each, one after
 * another, the topmost first. Where it cannot be read, nothing is said.
 * @param at when the apps were read: what is not fresh is then read too
 */
export function useReadPhased(publish: () => void, visible: readonly AppOverview[], at: number): void {
  const {session, host, revision, rollOuts} = useServices();
  const {milliseconds} = useLocalTime();
  const ids = useMemo(() => {
    const live = visible.flatMap(liveVersions);
    return live.filter(({createdDate}) => at - (milliseconds(createdDate) ?? 0) < YOUNG_MS).map(({id}) => id);
  }, [visible, at, milliseconds]);
  // What is read may change the order of the rows: that alone starts nothing anew.
  const question = [...ids].sort().join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const stop = new AbortController();
    const isFresh = (id: string) => {
      const known = rollOuts.get(id);
      return known?.revision === revision && host.clock.now() - known.at < FRESH_MS;
    };
    const readAll = async () => {
      for (const id of ids.filter((one) => !isFresh(one))) {
        const phased = await readOr(rollOuts.get(id)?.phased, id);
        if (stop.signal.aborted) return;
        rollOuts.set(id, {phased, at: host.clock.now(), revision});
        if (phased) publish();
      }
    };
    const readOr = async (known: PhasedRelease | undefined, id: string) => {
      try {
        return (await (await session.store()).viewPhased(id, stop.signal)).phased;
      } catch (reason) {
        if (asToolError(reason).kind === 'network') throw reason;
        return known;
      }
    };
    // The list itself says when the store cannot be reached.
    readAll().catch(() => {});
    return () => stop.abort();
  }, [question, at, session, host, revision, rollOuts, publish]);
}

/** The live version of each platform that was created last, the youngest first. */
export function liveVersions({versions}: AppOverview): StoreVersion[] {
  const live = versions
    .filter(({state}) => stateIs(state, 'live'))
    .sort((a, b) => (b.createdDate ?? '').localeCompare(a.createdDate ?? ''));
  return live.filter(({platform}, index) => live.findIndex((other) => other.platform === platform) === index);
}
