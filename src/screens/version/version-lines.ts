import {describe} from '../../app/present/error.ts';
import type {Part, Release, Review} from '../../services/model/release.ts';
import {itemsExcept, kindsOf, SUBMISSION, type Submission} from '../../services/model/submission.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import {buildPage, versionPage} from '../../services/model/web-pages.ts';
import {localDateTime} from '../../services/text/local-time.ts';
import {pad, truncate, wrap} from '../../services/text/width.ts';
import {buildText, type FactDisplay, phasedText, stateMeaning} from '../facts/attributes.ts';
import {notesLines, TITLE_WIDTH, timelineLines, titled} from '../facts/notes-and-history.ts';
import {missingLabel, plainLabel, stateDisplay} from '../text/labels.ts';
import {clipLine, type LineContent, lineWidth, type Segment, signSegment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

export const MARGIN = '  ';
const BEFORE_COUNT = '    ';
const NAME = 12;
const TWO_COLUMNS = 78;

export function stateLines(
  version: StoreVersion,
  missing: number | undefined,
  {glyphs, width, now}: PartsDisplay,
): LineContent[] {
  const {state} = version;
  const {name, ...sign} = stateDisplay(state);
  const meaning = stateMeaning(version, now);
  const first: Segment[] = [{text: MARGIN}, signSegment(sign, glyphs), {text: name, bold: true}];
  const meanings = stateIs(state, 'deletable')
    ? []
    : wrap(meaning, width - 5).map((line) => [{text: `${MARGIN}  ${line}`, dim: true}]);
  if (missing === undefined) return [first, ...meanings];
  const label = missingLabel(missing);
  const [long, short] =
    missing === 0
      ? ['everything the API can check is there', 'complete, as far as known']
      : [`${label} before it can be submitted`, label];
  const isLong = lineWidth(first) + BEFORE_COUNT.length + long.length <= width;
  const count = {text: BEFORE_COUNT + (isLong ? long : short), dim: missing === 0};
  return [[...first, count], ...meanings];
}

export function detailLines(version: StoreVersion, release: Release | undefined, display: FactDisplay): LineContent[] {
  const {glyphs, width, screenReader} = display;
  const isOne = width < TWO_COLUMNS || screenReader;
  const second = Math.floor((width - 4) / 2);
  const first = isOne ? width - MARGIN.length : width - second - 4;
  const details = detailsOf(version, release, display, screenReader ? Number.POSITIVE_INFINITY : first - NAME);
  if (isOne) return details.map((detail) => [{text: MARGIN}, ...detailSegments(detail, first, glyphs)]);
  const rows = Math.ceil(details.length / 2);
  return details.slice(0, rows).map((detail, row): LineContent => {
    const right = details[row + rows];
    const left = detailSegments(detail, first, glyphs);
    const blank = ' '.repeat(first - lineWidth(left) + 2);
    return [{text: MARGIN}, ...left, ...(right ? [{text: blank}, ...detailSegments(right, second, glyphs)] : [])];
  });
}

function detailsOf(version: StoreVersion, release: Release | undefined, {glyphs}: FactDisplay, room: number) {
  const unread = release ? glyphs.none : glyphs.ellipsis;
  const {appId, build, platform} = version;
  const details: Detail[] = [
    ['ID', version.id, versionPage(version, appId)],
    ['Release', version.releaseType ? plainLabel(version.releaseType) : unread],
    build ? ['Build', buildText(build, room), buildPage({id: build.id, platform}, appId)] : ['Build', unread],
    ['Phased', version.phasedRelease ? phasedText(version.phasedRelease, room) : unread],
    ['Copyright', version.copyright || unread],
    ['Created', localDateTime(version.createdDate) ?? unread],
    ['Not before', localDateTime(version.earliestReleaseDate) ?? unread],
    ['Submission', release?.review.value?.submission?.id ?? unread],
    ['Review type', version.reviewType ? plainLabel(version.reviewType) : unread],
    ['Download', version.downloadable === undefined ? unread : version.downloadable ? 'available' : 'not available'],
  ];
  return details;
}

type Detail = readonly [name: string, value: string, page?: string];

function detailSegments([name, value, page]: Detail, width: number, {ellipsis}: Glyphs): Segment[] {
  const cut = name === 'ID' || name === 'Submission' ? 'middle' : 'end';
  const line = [
    {text: pad(name, NAME), dim: true},
    {text: truncate(value, width - NAME, cut, ellipsis), page},
  ];
  return clipLine(line, width, ellipsis);
}

export interface PartsDisplay extends FactDisplay {
  isReading: boolean;
  mostNotes: number;
  now: number;
}

export function partLines({version, app, notes, review}: Release, display: PartsDisplay): LineContent[] {
  const canChange = !stateIs(version.state, 'texts-final');
  return [
    ...partOf("What's New", notes, display, (value) =>
      notesLines(value, display, {most: display.mostNotes, first: app?.primaryLocale, canChange}),
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

function submissionLines({submission}: Review, versionId: string): LineContent[] {
  if (!submission) return [];
  const {state = 'unknown'} = submission;
  const own = submission.items.find((item) => item.versionId === versionId);
  const rejected = own?.state === 'REJECTED' ? ', this version was rejected' : '';
  return [[{text: `${STATES.get(state) ?? plainLabel(state)}, ${companyOf(submission, versionId)}${rejected}`}]];
}

const STATES = new Map<string, string>([
  [SUBMISSION.draft, 'a draft'],
  [SUBMISSION.rejected, 'review found issues'],
  [SUBMISSION.canceling, 'being withdrawn'],
  ['COMPLETE', 'review is over'],
]);

function companyOf(submission: Submission, versionId: string): string {
  if (submission.isPartial) return 'other items unknown';
  const others = itemsExcept(submission, versionId);
  if (others.length === 0) return 'only this version';
  const kinds = kindsOf(others);
  return others.length === 1 ? `with ${kinds}` : `with ${others.length} more: ${kinds}`;
}
