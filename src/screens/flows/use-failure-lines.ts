import {useState} from 'react';
import type {ToolError} from '../../services/model/error.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import type {LineContent} from '../text/line-content.ts';
import {noteLines} from '../text/lines.ts';
import {retryAt, useCountdown} from '../time/use-countdown.ts';
import {failureLines} from './step-lines.ts';

/** Why a write failed; after a 429, counts down until it can be tried again. Mount it with the failure. */
export function useFailureLines(error: ToolError, width: number): readonly LineContent[] {
  const {host} = useServices();
  const {theme} = useDisplay();
  const [until] = useState(() => retryAt(error, host.clock));
  const left = useCountdown(until, host.clock);
  return [
    ...failureLines(error, width, theme.glyphs),
    ...(left > 0 ? ['', ...noteLines(`Rate limited: try again in ${left} s.`, width)] : []),
  ];
}
