import {HISTORY_EVENTS, type HistoryEntry} from '../../services/model/history.ts';
import type {Review} from '../../services/model/release.ts';
import type {ReleaseNote} from '../../services/model/release-notes.ts';
import {itemOf, kindsOf} from '../../services/model/submission.ts';
import {plural} from '../../services/model/values.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {elapsed, localDate, localTime, millisecondsOf} from '../../services/text/local-time.ts';
import {pad, someOf, truncate, widthOf} from '../../services/text/width.ts';
import {stateDisplay} from '../text/labels.ts';
import {type LineContent, type Segment, segmentsOf} from '../text/lines.ts';
import type {FactDisplay} from './attributes.ts';

export const TITLE_WIDTH = 12;

export function titled(title: string, lines: readonly LineContent[], {screenReader}: FactDisplay): LineContent[] {
  return lines.map((line, index) => {
    const name = index === 0 ? title : '';
    return [{text: screenReader ? name && `${name}: ` : pad(name, TITLE_WIDTH), dim: true}, ...segmentsOf(line)];
  });
}

interface NotesOptions {
  most: number;
  first?: string;
  canChange: boolean;
}

export function notesLines(
  notes: readonly ReleaseNote[],
  display: FactDisplay,
  {most, first, canChange}: NotesOptions,
): LineContent[] {
  const {glyphs, width, screenReader} = display;
  const missing = notes.filter(({whatsNew}) => !whatsNew);
  const written = notes
    .filter(({whatsNew}) => whatsNew)
    .sort((a, b) => Number(b.locale === first) - Number(a.locale === first));
  const room = width - TITLE_WIDTH;
  const shown = written.slice(0, most);
  const more = written.length - shown.length;
  const localeWidth = Math.max(0, ...shown.map(({locale}) => widthOf(locale))) + 2;
  const lines: Segment[][] = [
    ...(written.length === 0 ? [[{text: 'none'}]] : []),
    ...(missing.length > 0 && written.length > 0 ? [missingLine(missing, room, canChange)] : []),
    ...shown.map(({locale, whatsNew = ''}) => {
      const text = truncate(whatsNew.trim().replace(/\s+/g, ' '), room - localeWidth, 'end', glyphs.ellipsis);
      return [{text: screenReader ? `${locale}: ` : pad(locale, localeWidth), dim: true}, {text}];
    }),
    ...(more > 0 ? [[{text: `+${plural(more, 'locale')}`, dim: true}]] : []),
  ];
  return titled("What's New", lines, display);
}

function missingLine(missing: readonly ReleaseNote[], width: number, canChange: boolean): Segment[] {
  const start = 'none in ';
  const names = missing.map(({locale}) => locale);
  const text = start + someOf(names, (some) => widthOf(start + some) <= width - 2);
  return [...(canChange ? [{text: '! ', tone: 'busy', bold: true} as const] : []), {text}];
}

/** Returns `rejected: this version, submitted 9 d ago`. The API dates a submission, but not a rejection. */
export function rejectionText({id, state}: StoreVersion, review: Review | undefined, now: number): string {
  const {submission} = review ?? {};
  const all = submission?.items ?? [];
  const own = itemOf(all, id);
  const others = all.filter((item) => item !== own && item.state === 'REJECTED');
  const items = [own?.state === 'REJECTED' ? 'this version' : '', others.length > 0 ? kindsOf(others) : ''].filter(
    Boolean,
  );
  const what = items.length > 0 ? `: ${items.join(' and ')}` : '';
  return stateDisplay(state).name.toLowerCase() + what + submittedText(review, now);
}

export function submittedText(review: Review | undefined, now: number): string {
  const submitted = millisecondsOf(review?.submission?.submittedDate);
  if (submitted === undefined) return '';
  // This text stays on a page that is not read again, so a submission from the last day shows its time, not its age.
  const isYoung = now - submitted < DAY_MS;
  return `, submitted ${isYoung ? `at ${localTime(submitted)}` : `${elapsed(now - submitted)} ago`}`;
}

const DAY_MS = 86_400_000;
const DATE = 11;

/** Returns lines such as `12 Nov 2026  submitted by R. Example`. @param now in ms since the epoch */
export function timelineLines(entries: readonly HistoryEntry[], display: FactDisplay, now: number): LineContent[] {
  const {screenReader} = display;
  return inPlace(entries).map(({at, event, by}): LineContent => {
    const isComing = (millisecondsOf(at) ?? now) > now;
    const words = event === 'phased-start' ? `roll-out ${isComing ? 'begins' : 'began'}` : event;
    const date = localDate(at) ?? 'no date';
    const who = by ? [{text: ` by ${by}`, dim: true}] : [];
    if (screenReader) return [{text: `${date}: ${words}`}, ...who];
    return [{text: `${pad(date, DATE)}  `, dim: true}, {text: words}, ...who];
  });
}

/** Places outcomes, which the API does not date, after their submission, and a release before its roll-out. */
function inPlace(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const rank = ({event}: HistoryEntry) => HISTORY_EVENTS.indexOf(event);
  const placed = entries.filter(({at}) => at !== undefined);
  for (const entry of entries.filter(({at}) => at === undefined)) {
    const before = placed.findLastIndex(({detail}) => detail === entry.detail);
    const after = placed.findIndex((other) => rank(other) > rank(entry));
    placed.splice(before >= 0 ? before + 1 : after >= 0 ? after : placed.length, 0, entry);
  }
  return placed;
}
