import {type ReactElement, useState} from 'react';
import {wrap} from '../../app/present/width.ts';
import type {ToolError} from '../../services/model/error.ts';
import {type Reading, UNDECIDED} from '../../services/model/outcome.ts';
import {useDisplay} from '../context/display.ts';
import {useLocalTime} from '../context/time.ts';
import {useQuery} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {capitalized} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {indented, noteLines, signedLines} from '../text/lines.ts';
import {type Frame, LinesView} from './lines-screen.tsx';
import {useStateLine} from './use-state-line.ts';
import type {Write} from './use-write.ts';

interface UnknownOutcomeProps<Result> {
  frame: Frame;
  write: Write<Result>;
  versionId?: string;
  /** Several writes: one that a check finds carried out is only a part of the result. */
  inSteps?: boolean;
  done(result: Result): ReactElement;
  /** @param carriedOut as far as is known */
  onLeave(carriedOut: boolean): void;
}

/** A write whose answer was lost: why, what is true now as the store found it, and a key to look again. */
export function UnknownOutcome<Result extends object>(props: UnknownOutcomeProps<Result>) {
  const {frame, write, versionId, inSteps = false, done, onLeave} = props;
  const {glyphs} = useDisplay().theme;
  const {clock} = useLocalTime();
  const check = useReading(write);
  const {found, error, isDone} = check;
  const state = useStateLine(isDone && !found?.result ? versionId : undefined);
  const at = clock(check.at);
  const loss = write.error ? lossOf(write.error) : '';
  // Of several writes, the last one's has the version.
  if (found?.result && (!inSteps || 'versionId' in (found.result as object))) {
    const note = `${loss} A check at ${at} found that ${found.found}.`;
    return done({...(found.result as Result), note});
  }

  const left = write.error?.details.filter((detail) => detail !== write.error?.facts.fate) ?? [];
  const sign = isDone ? ({sign: glyphs.ok, tone: 'good', bold: true} as const) : {sign: glyphs.none, bold: true};
  const readingIn = (width: number): LineContent[] =>
    found
      ? [...signedLines(sign, `${capitalized(found.found)}.`, width), [{text: `  Checked at ${at}`, dim: true}]]
      : wrap(error ? `Could not read the current state: ${error.message}` : 'Checking the current state', width);
  const isOpen = found?.verdict === 'not-done';
  const hint = 'It may still take effect: check again before you repeat it.';
  const lossIn = (width: number) => [
    ...signedLines({sign: glyphs.blocked, tone: 'busy', bold: true}, loss, width),
    ...indented(
      left.flatMap((detail) => wrap(detail, width - 2)),
      '  ',
    ),
    ...wrap(`${isDone || isOpen ? '' : `${capitalized(UNDECIDED)}. `}It was not sent again.`, width),
  ];
  // The news first.
  const linesIn = (width: number) =>
    isDone
      ? [...readingIn(width), ...(state ? [state] : []), '', ...lossIn(width)]
      : [...lossIn(width), '', ...readingIn(width), ...(isOpen ? ['', ...noteLines(hint, width)] : [])];
  // No retry: a lost request may still arrive.
  const keys: Binding[] = [
    {keys: ['r'], label: 'check again', run: check.again},
    {keys: ['esc'], label: 'leave', guarded: true, run: () => onLeave(isDone)},
  ];
  return <LinesView {...{frame, keys, linesIn}} waiting={check.slow} />;
}

/** What the store found; read again on `again`, or at once where the store could not. */
function useReading({error, sentAt}: Pick<Write<unknown>, 'error' | 'sentAt'>) {
  const {reading: first, reread} = error?.facts ?? {};
  const [isAgain, setAgain] = useState(first === undefined);
  const load = useQuery<Reading>(isAgain && reread ? `outcome:${sentAt}` : undefined, (signal) =>
    reread ? reread(signal) : Promise.reject(error),
  );
  const {data, busy, at = 0, slow, reload} = load;
  if (!isAgain && first) {
    return {found: first, at: first.at, isDone: first.verdict === 'done', slow, again: () => setAgain(true)};
  }
  const found = busy || load.error ? undefined : data;
  return {found, at, error: load.error, isDone: data?.verdict === 'done', slow, again: reload};
}

function lossOf({facts, summary}: ToolError): string {
  if (facts.cancelled) return 'The request was cancelled while it was running.';
  return `${summary.replace(/\.$/, '')}.`;
}
