import {useEffect, useRef} from 'react';
import {stateIs} from '../../services/model/version.ts';
import {type Wait, type WaitEvent, watch} from '../../services/wait.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {useParts} from '../hooks/use-parts.ts';
import {HOUR_MS, SELDOM_MS, useWatching} from '../hooks/use-watch.ts';
import {stateDisplay} from '../text/api-names.ts';
import {type LineContent, signSegment} from '../text/line-content.ts';

/** Whether a state may change on its own; right after a release it may still be the previous one. */
function isChanging(state: string | undefined): boolean {
  return state === undefined || stateIs(state, 'releasable') || stateIs(state, 'moving');
}

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
  const {parts, error, start} = useParts<WaitEvent<string | undefined>>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per version
  useEffect(() => {
    if (versionId === undefined) return;
    let pause = FIRST_MS / 2;
    const change: Wait<string | undefined> = {
      read: async (signal) => (await (await session.store()).viewVersion({id: versionId}, signal)).version.state,
      stateOf: String,
      judge: (state) => (isChanging(state) ? 'waiting' : 'reached'),
      every() {
        pause = Math.min(LONGEST_MS, pause * 2);
        if (latestLimit.current === 'spent') return HOUR_MS;
        return latestLimit.current === 'low' ? SELDOM_MS : pause;
      },
      maxWait: DAY_MS,
    };
    start((signal) => watch(change, host.clock, signal));
  }, [session, host, versionId]);
  if (versionId === undefined) return undefined;

  const last = parts.at(-1);
  const failure = error ?? (last?.kind === 'failed' ? last.error : undefined);
  const isFinal = error !== undefined || (last !== undefined && last.next === undefined);
  if (failure) return `  Could not read its state (${failure.summary})${isFinal ? '' : ', trying again'}`;
  if (last?.kind !== 'seen' || last.value === undefined) return '  Reading its state';
  const display = stateDisplay(last.value);
  return [
    {text: '  '},
    // Under the sign of a success, a cross would look like a failure.
    ...(display.glyph === 'rejected' ? [] : [signSegment(display, glyphs)]),
    {text: display.name, bold: true},
    {text: isFinal ? '' : ', watching for changes', dim: true},
  ];
}
