import {useEffect, useRef, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {stateIs} from '../../services/model/version.ts';
import {type Wait, watch} from '../../services/wait.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {HOUR_MS, SELDOM_MS, useWatching} from '../hooks/use-watch.ts';
import {stateDisplay} from '../text/api-names.ts';
import {type LineContent, signSegment} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';

interface VersionState {
  state?: string;
  /** No longer watched: it will not change on its own, or cannot be read. */
  final: boolean;
  error?: ToolError;
}

/** Whether a state may change on its own; right after a release it may still be the previous one. */
function isChanging(state: string | undefined): boolean {
  return state === undefined || stateIs(state, 'releasable') || stateIs(state, 'moving');
}

/** A release takes seconds; processing and review take hours. */
const FIRST_MS = 1500;
const LONGEST_MS = 30_000;
const DAY_MS = 24 * HOUR_MS;

/** The state of a version that was just changed, watched until it is final. Undefined without an ID. */
export function useStateLine(versionId: string | undefined): LineContent | undefined {
  const {session, host} = useServices();
  const {glyphs} = useDisplay().theme;
  const {limit} = useWatching();
  const latestLimit = useRef(limit);
  latestLimit.current = limit;
  const [current, setCurrent] = useState<VersionState>({final: false});
  useEffect(() => {
    if (versionId === undefined) return;
    const stop = new AbortController();
    let pause = FIRST_MS / 2;
    const every = () => {
      pause = Math.min(LONGEST_MS, pause * 2);
      if (latestLimit.current === 'spent') return HOUR_MS;
      return latestLimit.current === 'low' ? SELDOM_MS : pause;
    };
    const change: Wait<string | undefined> = {
      read: async (signal) => (await (await session.store()).viewVersion({id: versionId}, signal)).version.state,
      stateOf: String,
      judge: (state) => (isChanging(state) ? 'waiting' : 'reached'),
      every,
      maxWait: DAY_MS,
    };
    const follow = async () => {
      for await (const event of watch(change, host.clock, stop.signal)) {
        const final = event.next === undefined;
        if (event.kind === 'failed') setCurrent(({state}) => ({state, final, error: event.error}));
        else setCurrent({state: event.value, final});
      }
    };
    follow().catch((reason) => {
      if (!stop.signal.aborted) setCurrent(({state}) => ({state, final: true, error: asToolError(reason)}));
    });
    return () => stop.abort();
  }, [session, host, versionId]);
  return versionId === undefined ? undefined : stateLine(current, glyphs);
}

function stateLine({state, final, error}: VersionState, glyphs: Glyphs): LineContent {
  if (error) {
    return `  Could not read its state (${error.summary})${final ? '' : ', trying again'}`;
  }
  if (state === undefined) return '  Reading its state';
  const display = stateDisplay(state);
  return [
    {text: '  '},
    signSegment(display, glyphs),
    {text: display.name, bold: true},
    {text: final ? '' : ', watching for changes', dim: true},
  ];
}
