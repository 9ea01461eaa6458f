import {isRollingOut, MAX_PAUSE_DAYS, PHASES, phasedProgress} from '../../services/model/phased-release.ts';
import {releaseHold} from '../../services/model/release-date.ts';
import type {Build, PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {buildPage} from '../../services/model/web-pages.ts';
import {localDate, localDateTime} from '../../services/text/local-time.ts';
import {widthOf} from '../../services/text/width.ts';
import {plainLabel, stateDisplay} from '../text/labels.ts';
import {type LineContent, lineWidth, type Segment, segmentsOf} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

export interface FactDisplay {
  glyphs: Glyphs;
  width: number;
  screenReader: boolean;
}

const GAP = '   ';

/** Returns words for the state. An approved version with a release date waits for that date, not for the user. */
export function stateMeaning(version: StoreVersion, now: number): string {
  const {date} = releaseHold(version, now) ?? {};
  return date === undefined ? stateDisplay(version.state).meaning : `approved: scheduled for ${localDateTime(date)}`;
}

export function whyNone({why, date}: {why: string; date?: string}): string {
  return date === undefined ? why : `${why} ${localDateTime(date)}`;
}

/** @param complete the version with all attributes; undefined until it is read */
export function attributeLines(
  {build, platform, appId}: StoreVersion,
  complete: StoreVersion | undefined,
  display: FactDisplay,
): LineContent[] {
  const {glyphs, width} = display;
  const page = build && buildPage({id: build.id, platform}, appId);
  const phased = complete ? phasedLabel(complete.phasedRelease) : glyphs.ellipsis;
  const attributes = [
    ['Build', build && buildLabel(complete?.build ?? build)],
    ['Release', complete ? releaseLabel(complete) : glyphs.ellipsis],
    ...(phased === '' ? [] : [['Phased', phased] as const]),
  ] as const;
  const shown = attributes.map(
    ([name, value = glyphs.none]): LineContent => [
      {text: `${name} `, dim: true},
      {text: value, dim: value === glyphs.ellipsis, page: name === 'Build' ? page : undefined},
    ],
  );
  return flowed(shown, width, GAP);
}

/** Puts as many parts on each line as fit. All lines but the last end with the separator, without trailing blanks. */
function flowed([first = '', ...rest]: readonly LineContent[], width: number, separator: string): LineContent[] {
  const end = separator.trimEnd();
  const lines: LineContent[] = [];
  let line = segmentsOf(first);
  for (const part of rest) {
    const joined = [...line, {text: separator, dim: true}, ...segmentsOf(part)];
    if (lineWidth(joined) + end.length <= width) line = joined;
    else {
      lines.push([...line, {text: end, dim: true}]);
      line = segmentsOf(part);
    }
  }
  return [...lines, line];
}

function buildLabel({id, version = id, processingState = 'VALID', expired}: Build): string {
  const problems = [processingState === 'VALID' ? '' : plainLabel(processingState), expired ? 'expired' : ''];
  const text = problems.filter(Boolean).join(', ');
  return text === '' ? version : `${version} (${text})`;
}

function releaseLabel({releaseType, earliestReleaseDate}: StoreVersion): string | undefined {
  if (!releaseType) return undefined;
  const date = releaseType === 'SCHEDULED' ? localDateTime(earliestReleaseDate) : undefined;
  return date === undefined ? plainLabel(releaseType) : `${plainLabel(releaseType)}, not before ${date}`;
}

function phasedLabel(phased: PhasedRelease | undefined): string | undefined {
  const state = phased?.state;
  if (isRollingOut(phased)) return '';
  return state === 'INACTIVE' ? `${PHASES.length} days` : state && plainLabel(state);
}

/** Returns `412 (valid, 11 Nov 2026)`, without remarks at the end that do not fit `room` columns. */
export function buildText({id, version = id, processingState, expired, uploadedDate}: Build, room: number): string {
  const state = processingState && plainLabel(processingState);
  const remarks = [state, expired && 'expired', localDate(uploadedDate)].filter(Boolean);
  const texts = remarks.map((_, index) => `${version} (${remarks.slice(0, index + 1).join(', ')})`);
  return longest([version, ...texts], room);
}

/** Returns `day 3 of 7, active, since 09 Nov 2026`, without the date if it does not fit `room` columns. */
export function phasedText({state, currentDayNumber, startDate}: PhasedRelease, room: number): string {
  const words = state === 'INACTIVE' ? 'not started' : plainLabel(state ?? 'unknown');
  if (state === 'INACTIVE' || currentDayNumber === undefined) return `${PHASES.length} days, ${words}`;
  const text = `day ${currentDayNumber} of ${PHASES.length}, ${words}`;
  return longest([text, ...(startDate ? [`${text}, since ${localDate(startDate)}`] : [])], room);
}

function longest(texts: readonly string[], room: number): string {
  return texts.findLast((text) => widthOf(text) <= room) ?? texts[0] ?? '';
}

/** Returns lines such as `day 3 of 7 ▓▓▓░░░░ 5 % · next 10 % tomorrow`, which break only after a dot. */
export function rollOutLines(phased: PhasedRelease | undefined, display: FactDisplay): LineContent[] {
  if (!isRollingOut(phased)) return [];
  if (display.screenReader) return [`Roll-out: ${rollOutText(phased)}`];
  const {full, empty, dot} = display.glyphs;
  const {day, daysStarted, percent, rest} = rollOutProgress(phased);
  const bar: Segment = {
    text: full.repeat(daysStarted) + empty.repeat(PHASES.length - daysStarted),
    tone: phased.state === 'PAUSED' ? 'busy' : 'accent',
  };
  const first = [{text: day === '' ? '' : `${day} `}, bar, {text: ` ${percent}`}];
  return flowed([first, ...rest], display.width, ` ${dot} `);
}

function rollOutProgress(phased: PhasedRelease) {
  const {day, percent, nextPercent, pausedDays} = phasedProgress(phased);
  const next = nextPercent === null ? [] : [`next ${nextPercent} % tomorrow`];
  return {
    day: day === null ? '' : `day ${day} of ${PHASES.length}`,
    daysStarted: phased.state === 'COMPLETE' ? PHASES.length : (day ?? 0),
    percent: percent === null ? '' : `${percent} %`,
    rest: [
      ...(phased.state === 'ACTIVE' ? next : phased.state === 'PAUSED' ? ['paused'] : []),
      `${pausedDays} of ${MAX_PAUSE_DAYS} pause days`,
    ],
  };
}

export function rollOutText(phased: PhasedRelease): string {
  const {day, percent, rest} = rollOutProgress(phased);
  return [day, percent, ...rest].filter(Boolean).join(', ');
}

/** Returns `day 3 · 5 %` or `paused day 3`, for a row of a list. */
export function shortRollOut(phased: PhasedRelease | undefined, between: string): string | undefined {
  if (!phased) return undefined;
  const {day, percent} = phasedProgress(phased);
  if (day === null || phased.state === 'COMPLETE') return undefined;
  if (phased.state === 'PAUSED') return `paused day ${day}`;
  return percent === null ? `day ${day}` : `day ${day}${between}${percent} %`;
}
