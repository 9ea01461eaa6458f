import {useState} from 'react';
import type {ToolError} from '../../services/model/error.ts';
import {useApp} from '../context/app-context.ts';
import type {LineContent} from '../text/line-content.ts';
import {noteLines} from '../text/lines.ts';
import {useCountdown} from '../time/use-waiting.ts';
import {failureLines} from './step-lines.ts';

/** Why a write failed; after a 429 it counts down until it makes sense to try again. Mount it with the failure. */
export function useFailureLines(error: ToolError, width: number): readonly LineContent[] {
  const {host, theme} = useApp();
  const {retryAfter} = error.facts;
  const [until] = useState(() => (retryAfter === undefined ? undefined : host.clock.now() + retryAfter * 1000));
  const left = useCountdown(until);
  return [
    ...failureLines(error, width, theme.glyphs),
    ...(left > 0 ? ['', ...noteLines(`The store wants to be asked again in ${left} s, not before.`, width)] : []),
  ];
}
