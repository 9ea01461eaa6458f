import {useEffect, useMemo, useSyncExternalStore} from 'react';
import {asToolError} from '../../services/model/error.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {phasedProgress} from '../../services/model/phased-release.ts';
import {countMissing} from '../../services/model/readiness.ts';
import {stateIs} from '../../services/model/states.ts';
import type {PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import type {Glyphs} from '../theme.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {type AppStatus, needsOf, type Phased, type StatusOf} from './need.ts';

/** Seven days plus at most thirty paused: no roll-out is older. */
const YOUNG_MS = 60 * 24 * 3600 * 1000;
/** Progress changes once a day. */
const STALE_MS = 5 * 60 * 1000;

/** `statusOf` stays the same function until something was read. */
export function useStatus(apps: readonly AppOverview[]): {phased: Phased; statusOf: StatusOf} {
  const {queries, checked} = useServices();
  const {theme} = useDisplay();
  const {milliseconds} = useLocalTime();
  const changes = useSyncExternalStore(queries.subscribe, () => queries.changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache is the same object
  return useMemo(() => {
    const phasedOf = ({id}: StoreVersion) => queries.get<Answer>(keyOf(id))?.data?.phased;
    const phased = new Map(
      apps.flatMap(liveVersions).flatMap((version) => {
        const found = phasedOf(version);
        return found ? [[version.id, found]] : [];
      }),
    );
    const statuses = new Map(
      apps.map((app): [string, AppStatus] => {
        const {need, next} = needsOf(app, phased, milliseconds);
        const found = next.version && checked.of(next.version.id);
        const missing = found && countMissing(found);
        const rollOuts = liveVersions(app).flatMap((version) => phasedOf(version) ?? []);
        const rollOut = rollOuts.find(({state}) => state === 'PAUSED') ?? rollOuts[0];
        return [app.id, {need, next: {...next, missing}, rollOut: rollOut && rollOutShort(rollOut, theme.glyphs)}];
      }),
    );
    return {phased, statusOf: ({id}) => statuses.get(id) ?? NOTHING};
  }, [apps, queries, changes, checked, theme, milliseconds]);
}

const NOTHING: AppStatus = {need: {kind: 'nothing'}, next: {kind: 'nothing'}};

interface Answer {
  phased: PhasedRelease | undefined;
}

const keyOf = (versionId: string) => `phased:${versionId}`;

/** `day 3 · 5 %` or `paused day 3`; undefined before the start and after the end. */
function rollOutShort(phased: PhasedRelease, {dot}: Glyphs): string | undefined {
  const {day, percent} = phasedProgress(phased);
  if (day === null || phased.state === 'COMPLETE') return undefined;
  if (phased.state === 'PAUSED') return `paused day ${day}`;
  return percent === null ? `day ${day}` : `day ${day} ${dot} ${percent} %`;
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
  // Sorted: an answer may reorder the rows, which must not start another round.
  const wanted = [...ids].sort().join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const {clock} = host;
    const stop = new AbortController();
    const readAll = async () => {
      for (const id of ids.filter((one) => !queries.current(keyOf(one), clock.now() - STALE_MS))) {
        const phased = await readOr(queries.get<Answer>(keyOf(id))?.data?.phased, id);
        if (stop.signal.aborted) return;
        queries.put<Answer>(keyOf(id), {phased}, clock.now());
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
    // The list itself reports an unreachable store.
    readAll().catch(() => {});
    return () => stop.abort();
  }, [wanted, at, session, host, queries]);
}

function liveVersions({versions}: AppOverview): StoreVersion[] {
  const live = versions
    .filter(({state}) => stateIs(state, 'live'))
    .sort((a, b) => (b.createdDate ?? '').localeCompare(a.createdDate ?? ''));
  return live.filter(({platform}, index) => live.findIndex((other) => other.platform === platform) === index);
}
