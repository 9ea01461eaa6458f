import type {HistoryEntry, HistoryEvent} from '../../services/model/history.ts';
import type {LineContent} from '../text/line-content.ts';
import {pad} from '../text/width.ts';
import type {FactLook} from './fact-look.ts';

/** As wide as `12 Nov 2026`. */
const DATE = 11;

const WORDS: Readonly<Record<HistoryEvent, string>> = {
  created: 'created',
  submitted: 'submitted',
  withdrawn: 'withdrawn',
  rejected: 'rejected',
  approved: 'approved',
  released: 'released',
  'phased-start': 'roll-out began',
};
/** What a person may plan, as long as its day has not come. */
const COMING: Readonly<Partial<Record<HistoryEvent, string>>> = {'phased-start': 'roll-out begins'};

/**
 * What happened to a version, in the order of `entries`: `12 Nov 2026  submitted by R. Example`. What has no date says so
 * where the others have theirs.
 *
 * @param now in milliseconds since the epoch
 */
export function timelineLines(entries: readonly HistoryEntry[], look: FactLook, now: number): LineContent[] {
  const {glyphs, time, screenReader} = look;
  return entries.map(({at, event, by}): LineContent => {
    const isComing = (time.milliseconds(at) ?? now) > now;
    const words = (isComing ? COMING[event] : undefined) ?? WORDS[event];
    const date = time.date(at);
    const who = by === undefined ? [] : [{text: ` by ${by}`, dim: true}];
    if (screenReader) return [{text: `${date ?? 'no date'}: ${words}`}, ...who];
    return [{text: `${pad(date ?? glyphs.none, DATE)}  `, dim: true}, {text: words}, ...who];
  });
}
