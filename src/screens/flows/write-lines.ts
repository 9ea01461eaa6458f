import {describe} from '../../app/present/error.ts';
import {wrap} from '../../app/present/width.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {commandLines, type Fact, factLines, noteLines, signedLines} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

export function runningKeys(onCancel: () => void): Binding[] {
  return [{keys: ['esc'], label: 'cancel', run: onCancel}];
}

export interface ResultStep {
  title: string;
  state?: LineContent;
  facts?: readonly Fact[];
  failures?: readonly Fact[];
  note?: string | readonly string[];
  next?: string;
  command: string;
}

export function resultLines(
  {title, state, facts = [], failures = [], note = [], next, command}: ResultStep,
  width: number,
  {ok, rejected}: Glyphs,
): LineContent[] {
  const sign = failures.length > 0 ? ({sign: rejected, tone: 'bad'} as const) : ({sign: ok, tone: 'good'} as const);
  return [
    ...signedLines({...sign, bold: true}, title, width),
    ...(state === undefined ? [] : [state]),
    ...(failures.length > 0 ? ['', ...factLines(failures, width)] : []),
    ...(facts.length > 0 ? ['', ...factLines(facts, width)] : []),
    ...[note].flat().flatMap((text) => ['', ...noteLines(text, width)]),
    ...(next ? ['', ...wrap(next, width)] : []),
    '',
    ...commandLines(command, width),
  ];
}

export function doneKeys(onDone: () => void, onCopy: () => void, next: readonly Binding[] = []): Binding[] {
  return [
    ...next,
    {keys: ['y'], label: 'copy command', run: onCopy},
    {keys: ['esc'], label: 'done', guarded: true, run: onDone},
    NOT_ENTER,
  ];
}

/** One press too many must neither close an unread result nor start another write. */
const NOT_ENTER: Binding = {
  keys: ['enter'],
  label: 'not closed',
  shown: 'none',
  unavailable: 'Esc does that, Enter does not',
  run() {},
};

export const MAY_HAVE = 'What was sent by then may have taken effect.';

export function failureLines(error: ToolError, width: number, glyphs: Glyphs): LineContent[] {
  const {outcome} = error.facts;
  const fate = error.kind === 'interrupted' ? wrap(MAY_HAVE, width) : ['  Nothing was changed.'];
  return errorLines(error, width, glyphs, outcome === undefined ? fate : []);
}

/** @param fate of what was asked for, between the details and the hint */
export function errorLines(
  error: ToolError,
  width: number,
  {rejected}: Glyphs,
  fate: readonly string[] = [],
): LineContent[] {
  const {message, details, hint} = describe(error);
  return [
    ...signedLines({sign: rejected, tone: 'bad', bold: true}, message, width),
    ...details.flatMap((detail) => wrap(detail, width - 2)).map((line) => `  ${line}`),
    ...fate,
    ...(hint ? ['', ...wrap(hint, width)] : []),
  ];
}
