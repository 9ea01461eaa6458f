import {ACTIONS, type Subject, whyNot} from '../../app/use-cases/availability.ts';
import type {VersionView} from '../../services/model/pages.ts';
import type {Build, PhasedRelease, RelatedResource, StoreVersion} from '../../services/model/version.ts';
import {ACTION_WORDS, actionTitle} from '../flows/actions.ts';
import {clipLine, type LineContent, lineWidth, type Segment} from '../text/line-content.ts';
import {exactTime, type LocalTime} from '../text/time.ts';
import {pad, truncate, wrap} from '../text/width.ts';
import {plainWords, releaseTypeName, stateWords} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';

/** What the lines of a version are made from besides the version. */
export interface Surroundings {
  glyphs: Glyphs;
  time: LocalTime;
  width: number;
}

type Fact = readonly [name: string, value: string];

const MARGIN = '  ';
const NAME = 12;
/** What the second column needs for a date with its offset. */
const SECOND = 41;
/** From here on, facts stand in two columns. */
const TWO_COLUMNS = 78;

/** The state: glyph and name, and what it means. */
export function stateLines({state}: StoreVersion, {glyphs}: Surroundings): LineContent[] {
  const {glyph, tone, name, meaning} = stateWords(state);
  return [
    [{text: MARGIN}, {text: `${glyphs[glyph]} `, tone, bold: true, decor: true}, {text: name, bold: true}],
    [{text: `${MARGIN}  ${meaning}`, dim: true}],
  ];
}

/** Everything that is known of a version. `view` is absent until the service has answered. */
export function factLines(version: StoreVersion, view: VersionView | undefined, around: Surroundings): LineContent[] {
  const {glyphs, time, width} = around;
  const {none} = glyphs;
  const unread = view ? none : glyphs.ellipsis;
  const exact = (text: string | undefined) => (text === undefined ? unread : exactTime(text));
  const facts: Fact[] = [
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
  if (width < TWO_COLUMNS) return facts.map((fact) => [{text: MARGIN}, ...factSegments(fact, width - 2, glyphs)]);
  const second = Math.max(SECOND, Math.floor((width - 4) / 2));
  const first = width - second - 4;
  const rows = Math.ceil(facts.length / 2);
  return facts.slice(0, rows).map((fact, row): LineContent => {
    const right = facts[row + rows];
    const left = factSegments(fact, first, glyphs);
    const blank = ' '.repeat(first - lineWidth(left) + 2);
    return [{text: MARGIN}, ...left, ...(right ? [{text: blank}, ...factSegments(right, second, glyphs)] : [])];
  });
}

function factSegments([name, value]: Fact, width: number, {ellipsis}: Glyphs): Segment[] {
  const cut = name === 'ID' || name === 'Submission' ? 'middle' : 'end';
  return clipLine(
    [{text: pad(name, NAME), dim: true}, {text: truncate(value, width - NAME, cut, ellipsis)}],
    width,
    ellipsis,
  );
}

/** `412 (valid, 11 Nov 2026)` */
export function buildText({id, version = id, processingState, expired, uploadedDate}: Build, time: LocalTime): string {
  const remarks = [
    processingState && plainWords(processingState),
    expired ? 'expired' : undefined,
    time.date(uploadedDate),
  ].filter(Boolean);
  return remarks.length > 0 ? `${version} (${remarks.join(', ')})` : version;
}

const PHASED_DAYS = 7;

/** `day 3 of 7, active` */
function phasedText({state, currentDayNumber, startDate}: PhasedRelease, time: LocalTime): string {
  const words = state === 'INACTIVE' ? 'not started' : plainWords(state ?? 'unknown');
  if (state === 'INACTIVE' || currentDayNumber === undefined) return `${PHASED_DAYS} days, ${words}`;
  const since = startDate ? `, since ${time.date(startDate)}` : '';
  return `day ${currentDayNumber} of ${PHASED_DAYS}, ${words}${since}`;
}

/** What can be done now, and why not what cannot. */
export function actionLines(subject: Subject): LineContent[] {
  const rows = ACTIONS.map((action) => ({
    key: ACTION_WORDS[action].key,
    title: actionTitle(action, subject),
    reason: whyNot(action, subject),
  }));
  const titleWidth = Math.max(...rows.map(({title}) => title.length));
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

/** The scripted command that shows the same. */
export function commandLines(command: string, {width}: Surroundings): LineContent[] {
  return wrap(command, width - 4).map((line, index) => [
    {text: `${MARGIN}${index > 0 ? '  ' : ''}${line}`, tone: 'accent'},
  ]);
}

/** The password of the account for reviewers is one of them: it is nobody's business but the reviewers'. */
function attributeText(name: string, value: unknown): string {
  if (/password|secret/i.test(name)) return '(not shown)';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Related resources: type, ID and attributes that say something. */
export function relatedLines(related: readonly RelatedResource[], {width, glyphs}: Surroundings): LineContent[] {
  if (related.length === 0) return [[{text: `${MARGIN}Nothing is related to this version.`, dim: true}]];
  return related.flatMap(({type, id, attributes}): LineContent[] => [
    [
      {text: `${MARGIN}${type} `, bold: true},
      {text: truncate(id, 24, 'middle', glyphs.ellipsis), dim: true},
    ],
    ...Object.entries(attributes)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .flatMap(([name, value]): LineContent[] =>
        wrap(attributeText(name, value), Math.max(20, width - 34))
          .slice(0, 3)
          .map((line, index) => [
            {text: `${MARGIN}  ${pad(index === 0 ? truncate(name, 26, 'end', glyphs.ellipsis) : '', 28)}`, dim: true},
            {text: line},
          ]),
      ),
  ]);
}
