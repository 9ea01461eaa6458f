import {describe} from '../../app/present/error.ts';
import type {Part, Release, Review} from '../../services/model/release.ts';
import {stateIs} from '../../services/model/states.ts';
import {CANCELING, DRAFT, itemsBeside, kindsOf, REJECTED, type Submission} from '../../services/model/submission.ts';
import type {FactDisplay} from '../facts/attributes.ts';
import {notesLines, timelineLines} from '../facts/notes-and-history.ts';
import type {LineContent} from '../text/line-content.ts';
import {pad, truncate} from '../text/width.ts';
import {plainWords} from '../text/words.ts';

const TITLE = 12;

export interface PartsLook extends FactDisplay {
  /** More of it is on its way. */
  isReading: boolean;
  /** How many locales have a line of their own. */
  mostNotes: number;
  /** When it was read, in milliseconds since the epoch. */
  now: number;
}

/** What's New, where it stands in review, and what happened to it. Each part that could not be read says so in its place. */
export function partLines({version, primaryLocale, notes, review}: Release, look: PartsLook): LineContent[] {
  const canChange = !stateIs(version.state, 'texts-final');
  return [
    ...partOf("What's New", notes, look, (value) =>
      notesLines(value, look, {most: look.mostNotes, first: primaryLocale, canChange}),
    ),
    ...partOf('History', review, look, (value) => [
      ...titled('Submission', submissionLines(value, version.id), look),
      ...titled('History', timelineLines(value.history, {...look, width: look.width - TITLE}, look.now), look),
    ]),
  ];
}

function partOf<T>(
  title: string,
  {value, error}: Part<T>,
  look: PartsLook,
  draw: (value: T) => LineContent[],
): LineContent[] {
  const {isReading, glyphs, width} = look;
  const drawn = value === undefined ? [] : draw(value);
  if (error) {
    const words = `${glyphs.blocked} could not be read: ${describe(error).message}`;
    const text = truncate(words.split('\n')[0] ?? words, width - TITLE, 'end', glyphs.ellipsis);
    return [...drawn, ...titled(title, [[{text, dim: true}]], look)];
  }
  if (value !== undefined) return drawn;
  return titled(title, [[{text: isReading ? glyphs.ellipsis : 'not read', dim: true}]], look);
}

/** The title beside the first line, the others below it. */
function titled(title: string, lines: readonly LineContent[], {screenReader}: FactDisplay): LineContent[] {
  return lines.map((line, index) => {
    const name = index === 0 ? title : '';
    const start = {text: screenReader ? name && `${name}: ` : pad(name, TITLE), dim: true};
    return [start, ...(typeof line === 'string' ? [{text: line}] : line)];
  });
}

/** `waiting for review, with an in-app purchase`; nothing for one that was never in a submission. */
function submissionLines({submission}: Review, versionId: string): LineContent[] {
  if (!submission) return [];
  const {state} = submission;
  const own = submission.items.find((item) => item.versionId === versionId);
  const rejected = own?.state === 'REJECTED' ? ', this version was rejected' : '';
  return [[{text: `${submissionWords(state)}, ${besides(submission, versionId)}${rejected}`}]];
}

const STATES = new Map<string, string>([
  [DRAFT, 'a draft'],
  [REJECTED, 'review found issues'],
  [CANCELING, 'being withdrawn'],
  ['COMPLETE', 'review is over'],
]);

function submissionWords(state = 'unknown'): string {
  return STATES.get(state) ?? plainWords(state);
}

/** What else is in it. */
function besides(submission: Submission, versionId: string): string {
  if (submission.isPartial) return 'other items unknown';
  const others = itemsBeside(submission, versionId);
  if (others.length === 0) return 'this version alone';
  const kinds = kindsOf(others);
  return others.length === 1 ? `with ${kinds}` : `with ${others.length} more: ${kinds}`;
}
