import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {Platform} from '../../../src/services/model/version.ts';
import {History} from '../../../src/services/sandbox/history.ts';

const NEWEST = Date.parse('2026-10-02T14:02:00-07:00');
const platforms: readonly Platform[] = ['IOS', 'MAC_OS', 'TV_OS'];
const some = fc.record({
  platforms: fc.shuffledSubarray([...platforms], {minLength: 1}),
  below: fc.tuple(fc.integer({min: 0, max: 12}), fc.integer({min: 0, max: 9})),
  count: fc.integer({min: 1, max: 400}),
});

function number(version: string): number {
  return version.split('.').reduce((sum, part) => sum * 1_000_000 + Number(part), 0);
}

describe.each([
  ['a short history', 1],
  ['a long one', 250],
])('%s', (_what, factor) => {
  test('goes down in version and time, with each version once per platform', () => {
    fc.assert(
      fc.property(some, ({platforms: all, below, count: base}) => {
        const count = base * factor;
        const history = new History(all, below, count, NEWEST);
        const last = new Map<string, number>();
        let time = NEWEST;
        for (let index = 0; index < count; index += Math.ceil(factor / 2)) {
          const {version, platform, created} = history.at(index);
          expect(number(version)).toBeLessThan(last.get(platform) ?? Number.POSITIVE_INFINITY);
          expect(Date.parse(created)).toBeLessThanOrEqual(time);
          last.set(platform, number(version));
          time = Date.parse(created);
        }
      }),
      {numRuns: 30},
    );
  });

  test('is found again by version string, and by nothing that it does not hold', () => {
    fc.assert(
      fc.property(some, fc.nat(), ({platforms: all, below, count: base}, pick) => {
        const history = new History(all, below, base * factor, NEWEST);
        const index = pick % history.count;
        const found = history.find(history.at(index).version);
        expect(found).toContain(index);
        expect(Math.max(...found)).toBeLessThan(history.count);
        for (const version of ['', 'x', '1.2', '99.0.0', '0.0.999999', '01.0.0']) {
          for (const other of history.find(version)) expect(history.at(other).version).toBe(version);
        }
      }),
    );
  });
});

test('starts under the version it is below', () => {
  expect(new History(['IOS'], [3, 2], 10, NEWEST).at(0).version).toBe('3.1.0');
  expect(new History(['IOS'], [1, 8], 10, NEWEST).at(0).version).toBe('1.4.0');
});
