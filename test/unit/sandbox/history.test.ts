import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Platform} from '../../../src/services/model/version.ts';
import {createSamples} from '../../../src/services/sandbox/samples/samples.ts';
import {type AppSeed, pastVersions} from '../../../src/services/sandbox/samples/version-samples.ts';

const NEWEST = '2026-10-02T14:02:00-07:00';
const seedOf = (platforms: readonly Platform[], below: readonly [number, number]) =>
  ({
    versions: platforms.map((platform) => ({platform, created: NEWEST})),
    history: {count: 0, below},
  }) as unknown as AppSeed;

const number = (version: string) => version.split('.').reduce((sum, part) => sum * 1_000_000 + Number(part), 0);

const some = fc.record({
  platforms: fc.shuffledSubarray<Platform>(['IOS', 'MAC_OS', 'TV_OS'], {minLength: 1}),
  below: fc.tuple(fc.integer({min: 0, max: 12}), fc.integer({min: 0, max: 9})),
  count: fc.oneof(fc.integer({min: 1, max: 400}), fc.integer({min: 10_000, max: 100_000})),
});

test('generates past versions in descending order, each once per platform', () => {
  fc.assert(
    fc.property(some, ({platforms, below, count}) => {
      const at = pastVersions(seedOf(platforms, below), count);
      const last = new Map<string, number>();
      let time = Date.parse(NEWEST);
      for (let index = 0; index < count; index += Math.ceil(count / 400)) {
        const {versionString: version, platform, created} = at(index);
        expect(number(version)).toBeLessThan(last.get(platform) ?? Number.POSITIVE_INFINITY);
        expect(created).toBeLessThanOrEqual(time);
        last.set(platform, number(version));
        time = created;
      }
    }),
    {numRuns: 30},
  );
});

test.each([{}, {apps: 30, versions: 30}, {versions: 1}])(
  'generates one version after the replaced versions of a platform, on sale or removed: %j',
  (options) => {
    for (const [app, {all}] of createSamples(options)) {
      for (const platform of ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS']) {
        const states = all('versions').flatMap((one) => (one.platform === platform ? one.state : []));
        if (!states.includes('REPLACED_WITH_NEW_VERSION')) continue;
        const followers = states.filter((state) => state === 'READY_FOR_SALE' || state === 'REMOVED_FROM_SALE');
        expect(followers, `${app} ${platform}`).toHaveLength(1);
      }
    }
  },
);

test('generates past versions that are lower than the given version', () => {
  expect(pastVersions(seedOf(['IOS'], [3, 2]), 10)(0).versionString).toBe('3.1.0');
  expect(pastVersions(seedOf(['IOS'], [1, 8]), 10)(0).versionString).toBe('1.4.0');
});
