import {describe} from '../../app/present/error.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {LineContent} from '../text/line-content.ts';
import {commandLines, type Fact, factLines, noteLines, signedLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';

/** The steps of a flow as lines, for screens and dialogs alike. */

export interface ReviewStep {
  /** `Create 3.4.0 for iOS` */
  title: string;
  facts: readonly Fact[];
  /** What else there is to read before. */
  body?: readonly LineContent[];
  warnings?: readonly string[];
  command: string;
}

/** The values to send, and the equivalent command. */
export function reviewLines(
  {title, facts, body = [], warnings = [], command}: ReviewStep,
  width: number,
): LineContent[] {
  return [
    [{text: title, bold: true}],
    '',
    ...factLines(facts, width),
    ...body,
    ...warnings.flatMap((warning) => ['', ...noteLines(warning, width)]),
    '',
    ...commandLines(command, width),
  ];
}

export interface ResultStep {
  /** `Created 3.4.0 for iOS` */
  title: string;
  facts?: readonly Fact[];
  /** Only a part was carried out: what was not, and why. */
  failures?: readonly Fact[];
  /** A remark, e.g. that an answer was lost. */
  note?: string;
  /** The next step, in a sentence. */
  next?: string;
  command: string;
}

/** The result of a write. */
export function resultLines(
  {title, facts = [], failures = [], note, next, command}: ResultStep,
  width: number,
  {ok, rejected}: Glyphs,
): LineContent[] {
  const sign = failures.length > 0 ? ({sign: rejected, tone: 'bad'} as const) : ({sign: ok, tone: 'good'} as const);
  return [
    ...signedLines({...sign, bold: true}, title, width),
    ...(failures.length > 0 ? ['', ...factLines(failures, width)] : []),
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
