import {describe} from '../../app/present/error.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {LineContent} from '../text/line-content.ts';
import {commandLines, type Fact, factLines, noteLines, signedLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';

/** The steps of a flow as lines, for a screen that scrolls them and for a dialog alike. */

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
    ...commandLines(command, width),
  ];
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
export function resultLines(
  {title, facts = [], note, next, command}: ResultStep,
  width: number,
  {ok}: Glyphs,
): LineContent[] {
  return [
    ...signedLines({sign: ok, tone: 'good', bold: true}, title, width),
    ...(facts.length > 0 ? ['', ...factLines(facts, width)] : []),
    ...(note ? ['', ...noteLines(note, width)] : []),
    ...(next ? ['', ...wrap(next, width)] : []),
    '',
    ...commandLines(command, width),
  ];
}

/**
 * Why a write failed that carried nothing out, and what to do.
 * @param inSteps it consists of several writes, and the error says what is left of them
 */
export function failureLines(error: ToolError, width: number, {rejected}: Glyphs, inSteps = false): LineContent[] {
  const {message, details, hint} = describe(error);
  return [
    ...signedLines({sign: rejected, tone: 'bad', bold: true}, message, width),
    ...details.flatMap((detail) => wrap(detail, width - 2)).map((line) => `  ${line}`),
    ...(error.facts.outcome === 'not-sent' || inSteps ? [] : ['  Nothing was changed.']),
    ...(hint ? ['', ...wrap(hint, width)] : []),
  ];
}
