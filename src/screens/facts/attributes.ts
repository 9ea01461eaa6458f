import {isRollingOut, PHASES} from '../../services/model/phased-release.ts';
import type {Build, PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {type LineContent, lineWidth, type Segment, segmentsOf} from '../text/line-content.ts';
import {rollOutText, rollOutWords} from '../text/roll-out.ts';
import type {LocalTime} from '../text/time.ts';
import {widthOf} from '../text/width.ts';
import {plainWords, releaseTypeName} from '../text/words.ts';
import type {Glyphs} from '../theme.ts';

/** How facts about a version are drawn: lines without a margin, `width` columns wide. */
export interface FactDisplay {
  glyphs: Glyphs;
  time: LocalTime;
  width: number;
  screenReader: boolean;
}

const GAP = '   ';

/**
 * `Build 412   Release manual   Phased 7 days`, in as many lines as it takes.
 *
 * @param whole the version with all attributes; undefined until it has been read
 */
export function attributeLines(
  {build}: StoreVersion,
  whole: StoreVersion | undefined,
  look: FactDisplay,
): LineContent[] {
  const {glyphs, width} = look;
  const phased = whole ? phasedWords(whole.phasedRelease) : glyphs.ellipsis;
  const attributes = [
    ['Build', build && buildWords(whole?.build ?? build)],
    ['Release', whole ? releaseWords(whole, look) : glyphs.ellipsis],
    ...(phased === '' ? [] : [['Phased', phased] as const]),
  ] as const;
  const lines: Segment[][] = [];
  let room = 0;
  for (const [name, value = glyphs.none] of attributes) {
    const needed = widthOf(`${GAP}${name} ${value}`);
    const segments: Segment[] = [
      {text: `${name} `, dim: true},
      {text: value, dim: value === glyphs.ellipsis},
    ];
    const line = needed <= room ? lines.at(-1) : undefined;
    if (line) line.push({text: GAP}, ...segments);
    else lines.push(segments);
    room = (line ? room : width + GAP.length) - needed;
  }
  return lines;
}

/** The number, and what is wrong with it. */
function buildWords({id, version = id, processingState = 'VALID', expired}: Build): string {
  const remarks = [processingState === 'VALID' ? '' : plainWords(processingState), expired ? 'expired' : ''];
  const named = remarks.filter((text) => text !== '');
  return named.length > 0 ? `${version} (${named.join(', ')})` : version;
}

function releaseWords({releaseType, earliestReleaseDate}: StoreVersion, {time}: FactDisplay): string | undefined {
  if (!releaseType) return undefined;
  const date = releaseType === 'SCHEDULED' ? time.dateTime(earliestReleaseDate) : undefined;
  return date === undefined ? releaseTypeName(releaseType) : `${releaseTypeName(releaseType)}, not before ${date}`;
}

/** Of a roll-out under way, which has a line of its own, nothing. */
function phasedWords(phased: PhasedRelease | undefined): string | undefined {
  const state = phased?.state;
  if (isRollingOut(phased)) return '';
  return state === 'INACTIVE' ? `${PHASES.length} days` : state && plainWords(state);
}

/** `412 (valid, 11 Nov 2026)`; in `room` columns what comes last is left out first. */
export function buildText(
  {id, version = id, processingState, expired, uploadedDate}: Build,
  time: LocalTime,
  room: number,
): string {
  const remarks = [
    processingState && plainWords(processingState),
    expired ? 'expired' : undefined,
    time.date(uploadedDate),
  ].filter(Boolean);
  const texts = remarks.map((_, index) => `${version} (${remarks.slice(0, index + 1).join(', ')})`);
  return longest([version, ...texts], room);
}

/** `day 3 of 7, active, since 09 Nov 2026`; in `room` columns without the end. */
export function phasedText({state, currentDayNumber, startDate}: PhasedRelease, time: LocalTime, room: number): string {
  const words = state === 'INACTIVE' ? 'not started' : plainWords(state ?? 'unknown');
  if (state === 'INACTIVE' || currentDayNumber === undefined) return `${PHASES.length} days, ${words}`;
  const text = `day ${currentDayNumber} of ${PHASES.length}, ${words}`;
  return longest([text, ...(startDate ? [`${text}, since ${time.date(startDate)}`] : [])], room);
}

/** The last that fits, else the first. */
function longest(texts: readonly string[], room: number): string {
  return texts.findLast((text) => widthOf(text) <= room) ?? texts[0] ?? '';
}

/**
 * `day 3 of 7 ▓▓▓░░░░ 5 % · next 10 % tomorrow · 4 of 30 pause days` while a roll-out is under way or paused. A line that is
 * too long is broken after a dot, never in a clause.
 */
export function rollOutLines(phased: PhasedRelease | undefined, look: FactDisplay): LineContent[] {
  if (!isRollingOut(phased)) return [];
  if (look.screenReader) return [`Roll-out: ${rollOutText(phased)}`];
  const {full, empty, dot} = look.glyphs;
  const {day, daysBegun, percent, rest} = rollOutWords(phased);
  const bar: Segment = {
    text: full.repeat(daysBegun) + empty.repeat(PHASES.length - daysBegun),
    tone: phased.state === 'PAUSED' ? 'busy' : 'accent',
  };
  const first = [{text: day === '' ? '' : `${day} `}, bar, {text: ` ${percent}`}];
  return brokenAfterDots([first, ...rest], look.width, dot);
}

function brokenAfterDots([first = '', ...rest]: readonly LineContent[], width: number, dot: string): LineContent[] {
  const lines: LineContent[] = [];
  let line = segmentsOf(first);
  for (const clause of rest) {
    const end = [...line, {text: ` ${dot}`, dim: true}];
    const joined = [...end, {text: ' '}, ...segmentsOf(clause)];
    // Room for the dot that may follow.
    if (lineWidth(joined) + 2 <= width) line = joined;
    else {
      lines.push(end);
      line = segmentsOf(clause);
    }
  }
  return [...lines, line];
}
