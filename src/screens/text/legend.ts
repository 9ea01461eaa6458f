import type {Glyphs} from '../theme.ts';

const MEANINGS: Partial<Record<keyof Glyphs, string>> = {
  prepare: 'being prepared, or to come',
  waiting: 'waiting for review, or pre-order',
  review: 'in review',
  approved: 'approved, not yet released',
  processing: 'in progress, continues on its own',
  live: 'in the store',
  removed: 'no longer in the store',
  rejected: 'rejected, withdrawn or missing',
  blocked: 'needs attention',
  unknown: 'not known',
  ok: 'done',
  changed: 'changed while you watched',
  full: 'days of the roll-out so far',
};

export function legendOf(frame: string, glyphs: Glyphs): [sign: string, meaning: string][] {
  // An ASCII sign counts only as a word of its own.
  const words = new Set(frame.split(/\s+/));
  const isShown = (sign: string) => words.has(sign) || (sign > '~' && frame.includes(sign));
  return Object.entries(MEANINGS)
    .map(([name, meaning]): [string, string] => [String(glyphs[name as keyof Glyphs]), meaning])
    .filter(([sign]) => isShown(sign));
}
