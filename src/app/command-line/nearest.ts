import leven from 'leven';

/** The candidate that a mistyped word most likely means; undefined when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase().replaceAll('_', '-');
  if (typed === '') return undefined;
  const tolerated = Math.max(1, Math.floor(typed.length / 3));
  const close = candidates
    .map((candidate) => ({candidate, count: mistakes(typed, candidate)}))
    .filter(({count}) => count <= tolerated)
    .sort((one, other) => one.count - other.count)[0];
  if (close) return close.candidate;
  const beginning = candidates.filter((candidate) => candidate.startsWith(typed));
  return beginning.length === 1 ? beginning[0] : undefined;
}

/** How many letters are wrong, missing or too many; two neighbours in the wrong order are one mistake. */
function mistakes(typed: string, meant: string): number {
  const swapped = [...typed.slice(1)].map(
    (letter, index) => typed.slice(0, index) + letter + typed.charAt(index) + typed.slice(index + 2),
  );
  return Math.min(leven(typed, meant), ...swapped.map((word) => 1 + leven(word, meant)));
}
