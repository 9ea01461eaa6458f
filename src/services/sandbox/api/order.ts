import type {Query} from './query.ts';

/** The same items in the order asked for, else as they are. @param key what an item is sorted by, by `sort` name */
export function inOrder<T>(
  items: readonly T[],
  sort: Query['sort'],
  key: (item: T, name: string) => string | number,
): readonly T[] {
  return sort.toReversed().reduce<readonly T[]>((sorted, {name, descending}) => {
    const sign = descending ? -1 : 1;
    if (isSorted(sorted, (item) => key(item, name), sign)) return sorted;
    const keyed = sorted.map((item) => ({item, value: key(item, name)}));
    keyed.sort(({value: one}, {value: other}) => (one < other ? -sign : one > other ? sign : 0));
    return keyed.map(({item}) => item);
  }, items);
}

/** Samples are kept in the order that is mostly asked for: a hundred thousand of them are not sorted for each page. */
function isSorted<T>(items: readonly T[], read: (item: T) => string | number, sign: 1 | -1): boolean {
  let [last] = items.slice(0, 1).map(read);
  for (const item of items) {
    const value = read(item);
    if (last !== undefined && (sign === 1 ? value < last : value > last)) return false;
    last = value;
  }
  return true;
}
