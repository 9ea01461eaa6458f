import {useEffect, useMemo} from 'react';
import {asToolError} from '../../services/model/error.ts';
import {type AppOverview, type PhasedRelease, type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {QueryCache} from '../context/queries.ts';
import {useServices} from '../context/services.ts';
import {untilLeft} from '../time/until-left.ts';
import {useLocalTime} from '../time/use-local-time.ts';

/** Seven days plus at most thirty paused: no roll-out is older. */
const YOUNG_MS = 60 * 24 * 3600 * 1000;
/** Progress changes once a day. */
const STALE_MS = 5 * 60 * 1000;

interface Answer {
  phased: PhasedRelease | undefined;
}

const keyOf = (versionId: string) => `phased:${versionId}`;

export function phasedIn(queries: QueryCache, {id}: StoreVersion): PhasedRelease | undefined {
  return queries.get<Answer>(keyOf(id))?.data?.phased;
}

/**
 * Reads the phased releases of recent live versions in view, one request at a time from the top. Failures are not
 * shown. `at`: when the apps were read; stale answers are then read again.
 */
export function useReadPhased(visible: readonly AppOverview[], at: number): void {
  const {session, host, queries} = useServices();
  const {milliseconds} = useLocalTime();
  const ids = useMemo(() => {
    const live = visible.flatMap(liveVersions);
    return live.filter(({createdDate}) => at - (milliseconds(createdDate) ?? 0) < YOUNG_MS).map(({id}) => id);
  }, [visible, at, milliseconds]);
  // Sorted: another order of the same rows must not start another round.
  const wanted = [...ids].sort().join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const {clock} = host;
    const readAll = async (signal: AbortSignal) => {
      for (const id of ids.filter((one) => !queries.current(keyOf(one), clock.now() - STALE_MS))) {
        const phased = await readOr(queries.get<Answer>(keyOf(id))?.data?.phased, id, signal);
        if (signal.aborted) return;
        queries.put<Answer>(keyOf(id), {phased}, clock.now());
      }
    };
    const readOr = async (known: PhasedRelease | undefined, id: string, signal: AbortSignal) => {
      try {
        return (await (await session.store()).viewPhased(id, signal)).phased;
      } catch (reason) {
        if (asToolError(reason).kind === 'network') throw reason;
        return known;
      }
    };
    // The list itself reports an unreachable store.
    return untilLeft(readAll);
  }, [wanted, at, session, host, queries]);
}

export function liveVersions({versions}: AppOverview): StoreVersion[] {
  const live = versions.filter(({state}) => stateIs(state, 'live'));
  return firstPerPlatform(live.sort((a, b) => (b.createdDate ?? '').localeCompare(a.createdDate ?? '')));
}

export function firstPerPlatform(versions: readonly StoreVersion[]): StoreVersion[] {
  return versions.filter(({platform}, index) => versions.findIndex((other) => other.platform === platform) === index);
}
