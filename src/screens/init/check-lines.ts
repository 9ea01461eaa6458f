import {describe} from '../../app/present/error.ts';
import type {Validation} from '../../services/model/credential.ts';
import type {ToolError} from '../../services/model/error.ts';
import {type LoggedIn, placeWords} from '../login/logged-in.ts';
import type {LineContent} from '../text/line-content.ts';
import {commandLines, type Fact, factLines, noteLines, signedLines} from '../text/lines.ts';
import {wrap} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';

/** The result of the check. */
export type CheckResult = Validation | {outcome: 'failed'; error: ToolError};

interface CheckWords {
  /** Name of the profile, or another source of the key. */
  profile: string;
  /** What this set-up stored. */
  loggedIn: LoggedIn | undefined;
  home: string;
  glyphs: Glyphs;
}

export function checkLines(result: CheckResult, words: CheckWords, width: number): LineContent[] {
  return result.outcome === 'failed'
    ? failedLines(result.error, words.glyphs, width)
    : worksLines(result, words, width);
}

/** A key that works: its profile, where it is stored, and the equivalent command. */
function worksLines(
  validation: Exclude<Validation, {outcome: 'failed'}>,
  {profile, loggedIn, home, glyphs}: CheckWords,
  width: number,
): LineContent[] {
  const limited = validation.outcome === 'limited';
  const title = limited ? 'The key works, but its role is limited.' : 'The key works.';
  const facts: Fact[] = [
    ['Profile', profile],
    ...(loggedIn ? [['Stored in', placeWords(loggedIn.result, home)] as const] : []),
  ];
  return [
    ...signedLines({sign: glyphs.ok, tone: limited ? 'busy' : 'good', bold: true}, title, width),
    ...(limited ? wrap(validation.reason, width) : []),
    '',
    ...factLines(facts, width),
    ...(loggedIn?.result.warnings ?? []).flatMap((warning) => noteLines(warning, width)),
    ...(loggedIn ? ['', ...commandLines(loggedIn.command, width)] : []),
  ];
}

/** Why the key does not work and what to do about it; without a network the check can wait. */
function failedLines(error: ToolError, {rejected}: Glyphs, width: number): LineContent[] {
  if (error.facts.cancelled) return ['Not checked. r checks again.'];
  const {message, details, hint} = describe(error);
  const later = 'The key is stored. Enter continues without the check; v in Profiles checks it later.';
  const way = error.kind === 'network' ? later : 'r checks again, Esc returns to the key.';
  return [
    ...signedLines({sign: rejected, tone: 'bad', bold: true}, message, width),
    ...details.flatMap((detail) => wrap(detail, width)),
    ...(hint ? ['', ...wrap(hint, width)] : []),
    '',
    ...wrap(way, width),
  ];
}
