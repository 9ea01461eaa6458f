import {describe} from '../../app/present/error.ts';
import {truncate} from '../../app/present/width.ts';
import type {Part, Release, Review} from '../../services/model/release.ts';
import {CANCELING, DRAFT, itemsExcept, kindsOf, REJECTED, type Submission} from '../../services/model/submission.ts';
import {stateIs} from '../../services/model/version.ts';
import type {FactDisplay} from '../facts/attributes.ts';
import {notesLines, TITLE_WIDTH, timelineLines, titled} from '../facts/notes-and-history.ts';
import {plainLabel} from '../text/api-names.ts';
import type {LineContent} from '../text/line-content.ts';

export interface PartsDisplay extends FactDisplay {
  isReading: boolean;
  mostNotes: number;
  /** When it was read, in ms since the epoch. */
  now: number;
}

/** What's New, submission and history; a part that could not be read says so in its place. */
export function partLines({version, primaryLocale, notes, review}: Release, display: PartsDisplay): LineContent[] {
  const canChange = !stateIs(version.state, 'texts-final');
  return [
    ...partOf("What's New", notes, display, (value) =>
      notesLines(value, display, {most: display.mostNotes, first: primaryLocale, canChange}),
    ),
    ...partOf('History', review, display, (value) => [
      ...titled('Submission', submissionLines(value, version.id), display),
      ...titled('History', timelineLines(value.history, display, display.now), display),
    ]),
  ];
}

function partOf<T>(
  title: string,
  {value, error}: Part<T>,
  display: PartsDisplay,
  draw: (value: T) => LineContent[],
): LineContent[] {
  const {isReading, glyphs, width} = display;
  const drawn = value === undefined ? [] : draw(value);
  if (error) {
    const words = `${glyphs.blocked} could not be read: ${describe(error).message}`;
    const text = truncate(words, width - TITLE_WIDTH, 'end', glyphs.ellipsis);
    return [...drawn, ...titled(title, [[{text, dim: true}]], display)];
  }
  if (value !== undefined) return drawn;
  return titled(title, [[{text: isReading ? glyphs.ellipsis : 'not read', dim: true}]], display);
}

/** `waiting for review, with an in-app purchase`; empty if it was never in a submission. */
function submissionLines({submission}: Review, versionId: string): LineContent[] {
  if (!submission) return [];
  const {state = 'unknown'} = submission;
  const own = submission.items.find((item) => item.versionId === versionId);
  const rejected = own?.state === 'REJECTED' ? ', this version was rejected' : '';
  return [[{text: `${STATES.get(state) ?? plainLabel(state)}, ${companyOf(submission, versionId)}${rejected}`}]];
}

const STATES = new Map<string, string>([
  [DRAFT, 'a draft'],
  [REJECTED, 'review found issues'],
  [CANCELING, 'being withdrawn'],
  ['COMPLETE', 'review is over'],
]);

function companyOf(submission: Submission, versionId: string): string {
  if (submission.isPartial) return 'other items unknown';
  const others = itemsExcept(submission, versionId);
  if (others.length === 0) return 'only this version';
  const kinds = kindsOf(others);
  return others.length === 1 ? `with ${kinds}` : `with ${others.length} more: ${kinds}`;
}
