import fc from 'fast-check';
import {expect, test} from 'vitest';
import {inTurns, joined, listed, NONE, slice, without} from '../../../src/services/sandbox/ordinals.ts';

const all = (count: number) => Array.from({length: count}, (_, index) => index);

test('turns are those that a search would find', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(60), fc.subarray([0, 1, 2, 3]), (start, count, turns) => {
      const list = inTurns(start, count, turns, 4);
      const expected = all(count)
        .filter((index) => turns.includes(index % 4))
        .map((index) => start + index);
      expect(slice(list, 0, 1000)).toEqual(expected);
    }),
  );
});

test('without leaves out what is there and nothing else', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.uniqueArray(fc.nat(80)), (count, excluded) => {
      const list = without(inTurns(5, count, [0, 2], 3), excluded);
      const expected = slice(inTurns(5, count, [0, 2], 3), 0, 1000).filter((one) => !excluded.includes(one));
      expect(list.length).toBe(expected.length);
      expect(slice(list, 0, 1000)).toEqual(expected);
    }),
  );
});

test('a part of two lists, as far as there is one', () => {
  const list = joined(listed([7, 8]), joined(NONE, listed([1])));
  expect(slice(list, 0, 2)).toEqual([7, 8]);
  expect(slice(list, 1, 5)).toEqual([8, 1]);
  expect(slice(list, 9, 5)).toEqual([]);
});
