import {describe} from '../../app/present/error.ts';
import type {Validation} from '../../services/credentials/validation.ts';
import type {ToolError} from '../../services/model/error.ts';
import {type LoggedIn, placeWords} from '../login/log-in.ts';
import type {LineContent} from '../text/line-content.ts';
import {commandParagraphs} from '../text/paragraphs.ts';
import type {Size} from '../text/size.ts';
import type {Glyphs} from '../theme.ts';

interface Surroundings {
  glyphs: Glyphs;
  home: string;
  area: Size;
}

/** A key that works: whose, where it is, and how a script would have stored it. */
export function worksLines(
  validation: Exclude<Validation, {outcome: 'failed'}>,
  profile: string,
  loggedIn: LoggedIn | undefined,
  {glyphs, home, area}: Surroundings,
): LineContent[] {
  const limited = validation.outcome === 'limited';
  return [
    [
      {text: `${glyphs.ok} `, tone: limited ? 'busy' : 'good', bold: true},
      {text: limited ? 'The key works, but its role is limited.' : 'The key works.', bold: true},
    ],
    ...(limited ? [validation.reason] : []),
    '',
    `Profile    ${profile}`,
    ...(loggedIn ? [`Stored in  ${placeWords(loggedIn.result, home)}`] : []),
    ...(loggedIn?.result.warnings ?? []).map((warning) => `!  ${warning}`),
    ...(loggedIn ? commandParagraphs(loggedIn.command, area) : []),
  ];
}

/** Why it does not work, what to do about it, and that the check may wait. */
export function failsLines(error: ToolError, {glyphs}: Pick<Surroundings, 'glyphs'>): LineContent[] {
  if (error.facts.cancelled) return ['Not checked. r checks again.'];
  const {message, details, hint} = describe(error);
  const later = 'The key is stored all the same. Enter goes on without the check; v in Profiles makes it later.';
  return [
    `${glyphs.rejected}  ${message}`,
    ...details.map((detail) => `   ${detail}`),
    ...(hint ? ['', hint] : []),
    '',
    error.kind === 'network' ? later : 'r checks again, Esc goes back to the key.',
  ];
}
