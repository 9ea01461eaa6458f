import type {ToolError} from '../../services/model/error.ts';
import type {Reading} from '../../services/model/outcome.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import type {LineContent} from '../text/line-content.ts';
import {noteLines, signedLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import type {Write} from './use-write.ts';

/** The outcome of a write, as a reading shows it. */
export interface OutcomeCheck<Result> {
  load: Load<Reading>;
  /** The result of the write, with a note on how it is known; undefined until a reading shows it. */
  result: Result | undefined;
}

/** Checks the outcome of a write once it is unknown. */
export function useOutcomeCheck<Result extends object>({phase, error, sentAt}: Write<Result>): OutcomeCheck<Result> {
  const time = useLocalTime();
  const reread = phase === 'unknown' ? error?.facts.reread : undefined;
  const load = useLoad<Reading>(`outcome ${sentAt}`, reread && 'outcome', (signal) =>
    reread ? reread(signal) : Promise.reject(error),
  );
  const {data, at, busy} = load;
  if (!data?.result || !error || at === undefined || busy) return {load, result: undefined};
  const clock = time.clock(at);
  const note = `${lossOf(error)} A check at ${clock} found that ${data.found}.`;
  return {load, result: {...(data.result as Result), note}};
}

function lossOf(error: ToolError): string {
  return error.facts.cancelled ? 'The request was cancelled while it was running.' : `${firstLine(error)}.`;
}

function firstLine({message}: ToolError): string {
  return (message.split('\n')[0] ?? '').replace(/\.$/, '');
}

interface CheckLines {
  error: ToolError | undefined;
  load: Load<Reading>;
  /** `14:03:22` of milliseconds since the epoch. */
  clock(at: number): string;
  glyphs: Glyphs;
}

/** That the outcome is unknown, and the result of a check. */
export function outcomeLines({error, load, clock, glyphs}: CheckLines, width: number): LineContent[] {
  const {data, busy} = load;
  const isDone = data?.verdict === 'done' && !busy;
  return [
    ...(error ? signedLines({sign: glyphs.blocked, tone: 'busy', bold: true}, lossOf(error), width) : []),
    ...wrap(`${isDone ? '' : 'The store may or may not have carried it out. '}It was not sent again.`, width),
    '',
    ...checkLines({load, clock, glyphs}, width),
    ...(data?.verdict === 'not-done' && !busy
      ? ['', ...noteLines('It may still take effect: check again before you repeat it.', width)]
      : []),
  ];
}

function checkLines({load: {data, error, at, busy}, clock, glyphs}: Omit<CheckLines, 'error'>, width: number) {
  if (error) return wrap(`Could not read the current state: ${error.message}`, width);
  if (!data || at === undefined || busy) return ['Checking the current state'];
  const sign =
    data.verdict === 'done' ? ({sign: glyphs.ok, tone: 'good', bold: true} as const) : {sign: glyphs.none, bold: true};
  const found = `${data.found.slice(0, 1).toUpperCase()}${data.found.slice(1)}.`;
  return [[{text: `Checked at ${clock(at)}:`, dim: true}], ...signedLines(sign, found, width)];
}
