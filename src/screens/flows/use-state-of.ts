import {useEffect, useRef, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {stateIs} from '../../services/model/states.ts';
import {type Wait, watch} from '../../services/wait.ts';
import {useServices} from '../context/services.ts';
import {HOUR_MS, SELDOM_MS, useWatching} from '../hooks/use-watch.ts';
import type {LineContent} from '../text/line-content.ts';
import {stateWords} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';

/** The state of a version after a write, as far as it is known. */
export interface Followed {
  state: string | undefined;
  /** It is no longer read: it will not change by itself, or it cannot be read. */
  settled: boolean;
  /** Why the last reading failed. */
  error: ToolError | undefined;
}

/** Whether a state is about to change by itself; right after a release it may be the one before still. */
function isOnTheWay(state: string | undefined): boolean {
  return state === undefined || stateIs(state, 'releasable') || stateIs(state, 'moving');
}

/** A release takes seconds, processing and review take hours. */
const FIRST_MS = 1500;
const LONGEST_MS = 30_000;
/** Nobody looks at one dialog for longer. */
const DAY_MS = 24 * HOUR_MS;

/** Reads the state of a version that was just changed until it is final, or the screen is left. */
export function useStateOf(versionId: string): Followed {
  const {session, host} = useServices();
  const {limit} = useWatching();
  const latestLimit = useRef(limit);
  latestLimit.current = limit;
  const [followed, setFollowed] = useState<Followed>({state: undefined, settled: false, error: undefined});
  useEffect(() => {
    const stop = new AbortController();
    let pause = FIRST_MS / 2;
    const every = () => {
      pause = Math.min(LONGEST_MS, pause * 2);
      if (latestLimit.current === 'spent') return HOUR_MS;
      return latestLimit.current === 'low' ? SELDOM_MS : pause;
    };
    const change: Wait<string | undefined> = {
      look: async (signal) => (await (await session.store()).viewVersion({id: versionId}, signal)).version.state,
      stateOf: String,
      judge: (state) => (isOnTheWay(state) ? 'waiting' : 'reached'),
      every,
      maxWait: DAY_MS,
    };
    const follow = async () => {
      for await (const event of watch(change, host.clock, stop.signal)) {
        const settled = event.next === undefined;
        if (event.kind === 'failed') setFollowed(({state}) => ({state, settled, error: event.error}));
        else setFollowed({state: event.value, settled, error: undefined});
      }
    };
    follow().catch((reason) => {
      if (!stop.signal.aborted) setFollowed(({state}) => ({state, settled: true, error: asToolError(reason)}));
    });
    return () => stop.abort();
  }, [session, host, versionId]);
  return followed;
}

export function stateLine({state, settled, error}: Followed, glyphs: Glyphs): LineContent {
  if (error) {
    return `  Could not read its state (${error.message.split('\n')[0]})${settled ? '' : ', trying again'}`;
  }
  if (state === undefined) return '  Reading its state';
  const {glyph, tone, name} = stateWords(state);
  return [
    {text: '  '},
    {text: `${glyphs[glyph]} `, tone, bold: true, decor: true},
    {text: name, bold: true},
    {text: settled ? '' : ', watching for changes', dim: true},
  ];
}
