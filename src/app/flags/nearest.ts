import leven from 'leven';

export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = plain(word);
  if (typed === '') return undefined;
  const tolerated = Math.max(1, Math.floor(typed.length / 3));
  const close = candidates
    .filter((candidate) => Math.abs(typed.length - candidate.length) <= tolerated)
    .map((candidate) => ({candidate, count: mistakes(typed, plain(candidate))}))
    .filter(({count}) => count <= tolerated)
    .sort((one, other) => one.count - other.count)[0];
  if (close) return close.candidate;
  const longer = candidates.filter((one) => plain(one).startsWith(typed) || plain(one).split('-').includes(typed));
  return longer.length === 1 ? longer[0] : undefined;
}

const plain = (word: string) => word.toLowerCase().replaceAll('_', '-');

function mistakes(typed: string, meant: string): number {
  const swapped = [...typed.slice(1)].map(
    (letter, index) => typed.slice(0, index) + letter + typed.charAt(index) + typed.slice(index + 2),
  );
  return Math.min(leven(typed, meant), ...swapped.map((word) => 1 + leven(word, meant)));
}
