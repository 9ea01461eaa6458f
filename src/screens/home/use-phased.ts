import {useEffect, useMemo, useState} from 'react';
import {asToolError} from '../../services/model/error.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import type {PhasedRelease} from '../../services/model/version.ts';
import {useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useLocalTime} from '../time/use-local-time.ts';

/** A roll-out lasts seven days and at most thirty of pause: what is older than this has long been with everyone. */
const YOUNG_MS = 60 * 24 * 3600 * 1000;
/** The day of a roll-out changes once a day: it is not read anew with every look. */
const FRESH_MS = 5 * 60 * 1000;

interface Reading {
  phased: PhasedRelease | undefined;
  at: number;
  revision: number;
}

/** Phased releases by the ID of their version. */
export type Phased = ReadonlyMap<string, PhasedRelease>;

/** Those that are known, and how to say which apps are visible: theirs are read next. */
export function usePhased(): {phased: Phased; readings: Map<string, Reading>; publish(phased: Phased): void} {
  const [readings] = useSaved<Map<string, Reading>>('phased', () => new Map());
  const [phased, publish] = useState(() => asPhased(readings));
  return {phased, readings, publish};
}

/**
 * Reads the phased release of the live version of each visible app, where that version is young: one request each, one
 * after another, the topmost first. Where it cannot be read, nothing is said.
 * @param at when the apps were read: what is not fresh is then read too
 */
export function useReadPhased(
  {readings, publish}: ReturnType<typeof usePhased>,
  visible: readonly AppOverview[],
  at: number,
): void {
  const {session, host, revision} = useServices();
  const {milliseconds} = useLocalTime();
  const ids = useMemo(() => {
    const live = visible.map(youngestLive).filter((version) => version !== undefined);
    return live.filter(({createdDate}) => at - (milliseconds(createdDate) ?? 0) < YOUNG_MS).map(({id}) => id);
  }, [visible, at, milliseconds]);
  // What is read may change the order of the rows: that alone starts nothing anew.
  const question = [...ids].sort().join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const stop = new AbortController();
    const readAll = async () => {
      for (const id of ids) {
        const known = readings.get(id);
        if (isFresh(known, revision, host.clock.now())) continue;
        const phased = await readOr(known?.phased, id);
        if (stop.signal.aborted) return;
        readings.set(id, {phased, at: host.clock.now(), revision});
        if (phased) publish(asPhased(readings));
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
  }, [question, at, session, host, revision, readings, publish]);
}

function isFresh(reading: Reading | undefined, revision: number, now: number): boolean {
  return reading !== undefined && reading.revision === revision && now - reading.at < FRESH_MS;
}

function asPhased(readings: ReadonlyMap<string, Reading>): Phased {
  return new Map([...readings].flatMap(([id, {phased}]) => (phased ? [[id, phased]] : [])));
}

/** The live version that was created last. */
export function youngestLive({versions}: AppOverview) {
  return versions
    .filter(({state}) => stateIs(state, 'live'))
    .sort((a, b) => (b.createdDate ?? '').localeCompare(a.createdDate ?? ''))[0];
}
