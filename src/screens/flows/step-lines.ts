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

/** Why a write failed, what is left of it, and what to do. */
export function failureLines(error: ToolError, width: number, {rejected}: Glyphs): LineContent[] {
  const {message, details, hint} = describe(error);
  const {outcome} = error.facts;
  return [
    ...signedLines({sign: rejected, tone: 'bad', bold: true}, message, width),
    ...details.flatMap((detail) => wrap(detail, width - 2)).map((line) => `  ${line}`),
    ...(outcome !== undefined ? [] : error.kind === 'interrupted' ? wrap(MAY_HAVE, width) : ['  Nothing was changed.']),
    ...(hint ? ['', ...wrap(hint, width)] : []),
  ];
}

const MAY_HAVE = 'What had been sent by then may have been carried out.';

/**
 * What came of a write whose flow was left, the news first.
 * @param line the command that does the same
 * @param error why there is no result
 */
export function endingText(line: string, error?: ToolError): string {
  if (!error) return `Carried out: ${line}`;
  const {message, details, hint} = describe(error);
  const {outcome} = error.facts;
  const news =
    outcome === 'unknown'
      ? 'Stopped: the store may or may not have carried it out.'
      : error.kind !== 'interrupted'
        ? message
        : outcome === undefined
          ? `Stopped. ${MAY_HAVE}`
          : 'Stopped.';
  return [news, ...details, hint, line].filter((part) => part !== undefined).join('\n');
}
