import type {Query} from './query.ts';

/** The same items in the order asked for, else as they are. @param key what an item is sorted by, by `sort` name */
export function inOrder<T>(
  items: readonly T[],
  sort: Query['sort'],
  key: (item: T, name: string) => string | number,
): readonly T[] {
  return sort.toReversed().reduce<readonly T[]>((sorted, {name, descending}) => {
    const sign = descending ? -1 : 1;
    const keyed = sorted.map((item) => ({item, value: key(item, name)}));
    keyed.sort(({value: one}, {value: other}) => (one < other ? -sign : one > other ? sign : 0));
    return keyed.map(({item}) => item);
  }, items);
}
