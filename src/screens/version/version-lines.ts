import {ACTIONS, type Subject, whyNot} from '../../app/use-cases/availability.ts';
import type {VersionView} from '../../services/model/pages.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {FactLook} from '../facts/fact-look.ts';
import {buildText, phasedText} from '../facts/version-words.ts';
import {ACTION_WORDS, actionTitle, isNamed} from '../flows/actions.ts';
import {clipLine, type LineContent, lineWidth, type Segment} from '../text/line-content.ts';
import type {Fact} from '../text/lines.ts';
import {exactTime} from '../text/time.ts';
import {pad, truncate, widthOf, wrap} from '../text/width.ts';
import {plainWords, releaseTypeName, stateWords} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';

/** How a version is drawn. */
export type VersionLook = FactLook;

export const MARGIN = '  ';
const NAME = 12;
/** Width of the second column, enough for a date with its offset. */
const SECOND = 41;
/** From this width on, details are in two columns. */
const TWO_COLUMNS = 78;

/** The state: glyph and name, and what it means. */
export function stateLines({state}: StoreVersion, {glyphs}: VersionLook): LineContent[] {
  const {glyph, tone, name, meaning} = stateWords(state);
  return [
    [{text: MARGIN}, {text: `${glyphs[glyph]} `, tone, bold: true, decor: true}, {text: name, bold: true}],
    [{text: `${MARGIN}  ${meaning}`, dim: true}],
  ];
}

/** The details of a version. `view` is absent until the service has answered. */
export function detailLines(version: StoreVersion, view: VersionView | undefined, look: VersionLook): LineContent[] {
  const {glyphs, width} = look;
  const details = detailsOf(version, view, look);
  if (width < TWO_COLUMNS) {
    return details.map((detail) => [{text: MARGIN}, ...detailSegments(detail, width - MARGIN.length, glyphs)]);
  }
  const second = Math.max(SECOND, Math.floor((width - 4) / 2));
  const first = width - second - 4;
  const rows = Math.ceil(details.length / 2);
  return details.slice(0, rows).map((detail, row): LineContent => {
    const right = details[row + rows];
    const left = detailSegments(detail, first, glyphs);
    const blank = ' '.repeat(first - lineWidth(left) + 2);
    return [{text: MARGIN}, ...left, ...(right ? [{text: blank}, ...detailSegments(right, second, glyphs)] : [])];
  });
}

function detailsOf(version: StoreVersion, view: VersionView | undefined, {glyphs, time}: VersionLook): Fact[] {
  const unread = view ? glyphs.none : glyphs.ellipsis;
  const exact = (text: string | undefined) => (text === undefined ? unread : exactTime(text));
  return [
    ['ID', version.id],
    ['Release', version.releaseType ? releaseTypeName(version.releaseType) : unread],
    ['Build', version.build ? buildText(version.build, time) : unread],
    ['Phased', version.phasedRelease ? phasedText(version.phasedRelease, time) : unread],
    ['Copyright', version.copyright || unread],
    ['Created', exact(version.createdDate)],
    ['Not before', exact(version.earliestReleaseDate)],
    ['Submission', view?.submissionId ?? unread],
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

/** Every action, with the reason where it is not possible now. */
export function actionLines(subject: Subject): LineContent[] {
  const rows = ACTIONS.filter((action) => isNamed(action, subject)).map((action) => ({
    key: ACTION_WORDS[action].key,
    title: actionTitle(action, subject),
    reason: whyNot(action, subject),
  }));
  const titleWidth = Math.max(...rows.map(({title}) => widthOf(title)));
  return rows.map(({key, title, reason}): LineContent => {
    const dim = reason !== undefined;
    return [
      {text: MARGIN},
      {text: pad(key, 3), tone: dim ? undefined : 'accent', bold: !dim, dim},
      {text: pad(title, titleWidth + 2), dim},
      {text: reason ?? '', dim: true},
    ];
  });
}

/** The command that shows the same. */
export function viewCommandLines(command: string, {width}: VersionLook): LineContent[] {
  return wrap(command, width - 4).map((line, index) => [
    {text: `${MARGIN}${index > 0 ? '  ' : ''}${line}`, tone: 'accent'},
  ]);
}
