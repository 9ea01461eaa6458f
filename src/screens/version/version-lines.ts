import type {Release} from '../../services/model/release.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {buildText, type FactDisplay, phasedText} from '../facts/attributes.ts';
import {missingLabel} from '../text/labels.ts';
import {clipLine, type LineContent, lineWidth, type Segment} from '../text/line-content.ts';
import type {Fact} from '../text/lines.ts';
import {exactTime} from '../text/time.ts';
import {pad, truncate, wrap} from '../text/width.ts';
import {plainWords, releaseTypeName, stateWords} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';

export const MARGIN = '  ';
const GAP = '    ';
const NAME = 12;
/** Width of the second column, enough for a date with its offset. */
const SECOND = 41;
/** From this width on, details are in two columns. */
const TWO_COLUMNS = 78;

/** The state: glyph, name and what is missing, then what it means. @param missing absent where it does not matter, or is not known */
export function stateLines(
  {state}: StoreVersion,
  missing: number | undefined,
  {glyphs, width}: FactDisplay,
): LineContent[] {
  const {glyph, tone, name, meaning} = stateWords(state);
  const first: Segment[] = [
    {text: MARGIN},
    {text: `${glyphs[glyph]} `, tone, bold: true, decor: true},
    {text: name, bold: true},
  ];
  const short = missing === undefined ? '' : missingLabel(missing);
  const long =
    missing === undefined
      ? ''
      : `${short} ${missing === 0 ? 'that can be seen from here' : 'before it can be submitted'}`;
  const count = lineWidth(first) + GAP.length + long.length <= width ? long : short;
  return [
    [...first, {text: count && GAP + count, dim: missing === 0}],
    // What is missing says more than that everything can be changed.
    ...(stateIs(state, 'deletable') && missing !== undefined
      ? []
      : wrap(meaning, width - 5).map((line) => [{text: `${MARGIN}  ${line}`, dim: true}])),
  ];
}

/** The details of a version. `release` is absent until the service has answered. */
export function detailLines(version: StoreVersion, release: Release | undefined, look: FactDisplay): LineContent[] {
  const {glyphs, width, screenReader} = look;
  const isOne = width < TWO_COLUMNS || screenReader;
  const second = Math.max(SECOND, Math.floor((width - 4) / 2));
  const first = isOne ? width - MARGIN.length : width - second - 4;
  const details = detailsOf(version, release, look, screenReader ? Number.POSITIVE_INFINITY : first - NAME);
  if (isOne) return details.map((detail) => [{text: MARGIN}, ...detailSegments(detail, first, glyphs)]);
  const rows = Math.ceil(details.length / 2);
  return details.slice(0, rows).map((detail, row): LineContent => {
    const right = details[row + rows];
    const left = detailSegments(detail, first, glyphs);
    const blank = ' '.repeat(first - lineWidth(left) + 2);
    return [{text: MARGIN}, ...left, ...(right ? [{text: blank}, ...detailSegments(right, second, glyphs)] : [])];
  });
}

/** @param room columns of what is in the first column */
function detailsOf(
  version: StoreVersion,
  release: Release | undefined,
  {glyphs, time}: FactDisplay,
  room: number,
): Fact[] {
  const unread = release ? glyphs.none : glyphs.ellipsis;
  const exact = (text: string | undefined) => (text === undefined ? unread : exactTime(text));
  return [
    ['ID', version.id],
    ['Release', version.releaseType ? releaseTypeName(version.releaseType) : unread],
    ['Build', version.build ? buildText(version.build, time, room) : unread],
    ['Phased', version.phasedRelease ? phasedText(version.phasedRelease, time, room) : unread],
    ['Copyright', version.copyright || unread],
    ['Created', exact(version.createdDate)],
    ['Not before', exact(version.earliestReleaseDate)],
    ['Submission', release?.review.value?.submission?.id ?? unread],
    ['Review', version.reviewType ? plainWords(version.reviewType) : unread],
    ['Download', version.downloadable === undefined ? unread : version.downloadable ? 'yes' : 'no'],
  ];
}

function detailSegments([name, value]: Fact, width: number, {ellipsis}: Glyphs): Segment[] {
  const cut = name === 'ID' || name === 'Submission' ? 'middle' : 'end';
  return clipLine(
    [{text: pad(name, NAME), dim: true}, {text: truncate(value, width - NAME, cut, ellipsis)}],
    width,
    ellipsis,
  );
}

/** The command that shows the same. */
export function viewCommandLines(command: string, {width}: FactDisplay): LineContent[] {
  return wrap(command, width - 4).map((line, index) => [
    {text: `${MARGIN}${index > 0 ? '  ' : ''}${line}`, tone: 'accent'},
  ]);
}
