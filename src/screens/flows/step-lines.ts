import {describe} from '../../app/present/error.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {LineContent} from '../components/line.tsx';
import {pad, widthOf, wrap} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';

/** The steps of a flow as lines, for a screen that scrolls them and for a dialog alike. */

export type Fact = readonly [name: string, value: string];

/** Names and values below each other; a value too long for its line goes on in the next one. */
export function factLines(facts: readonly Fact[], width: number): LineContent[] {
  const names = Math.max(0, ...facts.map(([name]) => widthOf(name))) + 2;
  return facts.flatMap(([name, value]) =>
    wrap(value, Math.max(8, width - names)).map(
      (line, index): LineContent => [{text: pad(index === 0 ? name : '', names), dim: true}, {text: line}],
    ),
  );
}

export function commandLines(command: string, width: number): LineContent[] {
  return wrap(command, width - 2).map(
    (line, index): LineContent => [{text: `${index === 0 ? '' : '  '}${line}`, tone: 'accent'}],
  );
}

/** A remark that begins with a sign, as many lines as it needs. */
export function noteLines(text: string, width: number): LineContent[] {
  return wrap(text, width - 2).map(
    (line, index): LineContent => [{text: index === 0 ? '! ' : '  ', tone: 'busy', bold: true}, {text: line}],
  );
}

export interface ReviewStep {
  /** What will happen: `Create 3.4.0 for iOS`. */
  title: string;
  facts: readonly Fact[];
  /** Things to think about before. */
  warnings?: readonly string[];
  command: string;
}

/** What will be sent, and the command that does the same. */
export function reviewLines({title, facts, warnings = [], command}: ReviewStep, width: number): LineContent[] {
  return [
    [{text: title, bold: true}],
    '',
    ...factLines(facts, width),
    ...warnings.flatMap((warning) => ['', ...noteLines(warning, width)]),
    '',
    ...withCommand(command, width),
  ];
}

/** Every write teaches its script. */
function withCommand(command: string, width: number): LineContent[] {
  return [[{text: 'The same from a script:', dim: true}], ...commandLines(command, width)];
}

export interface ResultStep {
  /** `Created 3.4.0 for iOS` */
  title: string;
  facts?: readonly Fact[];
  /** What there is to know, e.g. that an answer was lost. */
  note?: string;
  /** What comes next. */
  next?: string;
  command: string;
}

/** What came of it. */
export function resultLines({title, facts = [], note, next, command}: ResultStep, width: number, {ok}: Glyphs) {
  const lines: LineContent[] = [
    [
      {text: `${ok} `, tone: 'good', bold: true},
      {text: title, bold: true},
    ],
    ...(facts.length > 0 ? ['', ...factLines(facts, width)] : []),
    ...(note ? ['', ...noteLines(note, width)] : []),
    ...(next ? ['', ...wrap(next, width)] : []),
    '',
    ...withCommand(command, width),
  ];
  return lines;
}

/** Why a write failed that carried nothing out, and what to do. */
export function failureLines(error: ToolError, width: number, {rejected}: Glyphs): LineContent[] {
  const {message, details, hint} = describe(error);
  const text = [message, ...details].flatMap((part, place) =>
    wrap(part, width - 2).map((line) => ({text: line, bold: place === 0})),
  );
  const saysSo = [...details, hint].some((part) => part?.startsWith('Nothing was '));
  return [
    ...text.map(
      (line, index): LineContent => [{text: index === 0 ? `${rejected} ` : '  ', tone: 'bad', bold: true}, line],
    ),
    ...(saysSo ? [] : ['  Nothing was changed.']),
    ...(hint ? ['', ...wrap(hint, width)] : []),
  ];
}
