import {closestMatch} from 'leven';

/** The candidate that a mistyped word most likely means; undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase().replaceAll('_', '-');
  if (typed === '') return undefined;
  const close = closestMatch(typed, [...candidates], {maxDistance: Math.max(1, Math.floor(typed.length / 3))});
  if (close !== undefined) return close;
  const beginning = candidates.filter((candidate) => candidate.startsWith(typed));
  return beginning.length === 1 ? beginning[0] : undefined;
}
