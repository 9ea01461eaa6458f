import {expect, it} from 'vitest';
import {
  buildProblem,
  choose,
  inOrderFor,
  isPending,
  passedOver,
  whyNotAttachable,
} from '../../../src/services/model/build-choice.ts';
import type {Build} from '../../../src/services/model/version.ts';

const build = (id: string, processingState?: string, expired?: boolean) => ({id, processingState, expired});

it.each([
  [build('b', 'VALID', false), undefined, false],
  [build('b', 'VALID'), undefined, false],
  [build('b', 'VALID', true), 'has expired', false],
  [build('b', 'PROCESSING', true), 'has expired', false],
  [build('b', 'PROCESSING'), 'is still being processed', true],
  [build('b', 'FAILED'), 'could not be processed', false],
  [build('b', 'INVALID'), 'is invalid', false],
  [build('b', 'ON_HOLD'), 'is in ON_HOLD', true],
  [build('b', 'constructor'), 'is in constructor', true],
  [build('b'), 'is in no known state', true],
])('finds the problem of build %j, if it has one: %s', (one, problem, pending) => {
  expect([buildProblem(one), isPending(one)]).toEqual([problem, pending]);
});

it('skips builds that are not known to be valid when looking for "latest"', () => {
  const builds = [build('new', 'ON_HOLD'), build('vague'), build('old', 'VALID'), build('older', 'VALID')];
  expect(choose(builds, 'latest')?.id).toBe('old');
  expect(choose(builds, 'latest', true)?.id).toBe('new');
});

const valid = (over: Partial<Build>): Build => ({id: 'b', processingState: 'VALID', expired: false, ...over});

it.each([
  [valid({}), undefined],
  [valid({processingState: undefined}), 'state unknown'],
  [valid({processingState: 'PROCESSING'}), 'still processing'],
  [valid({processingState: 'FAILED'}), 'processing failed'],
  [valid({processingState: 'INVALID'}), 'invalid'],
  [valid({processingState: 'ON_HOLD'}), 'on hold'],
  [valid({expired: true}), 'expired'],
  [valid({id: 'now', expired: true}), 'attached already'],
])('decides whether build %j can be attached, and explains why not: %s', (candidate, reason) => {
  expect(whyNotAttachable(candidate, 'now')).toBe(reason);
});

it('lists the builds of the version before other builds, the newest first', () => {
  const builds = [
    valid({id: 'other-new', versionString: '2.0', uploadedDate: '2026-11-20T10:00:00-08:00'}),
    valid({id: 'own-old', versionString: '1.0', uploadedDate: '2026-11-01T10:00:00-08:00'}),
    valid({id: 'own-new', versionString: '1.0', uploadedDate: '2026-11-02T10:00:00-08:00'}),
    valid({id: 'undated'}),
  ];
  expect(inOrderFor(builds, '1.0').map(({id}) => id)).toEqual(['own-new', 'own-old', 'other-new', 'undated']);
});

it('picks a build for "latest" that may go to the store, and names a newer skipped build', () => {
  const internal = valid({id: 'internal', audience: 'INTERNAL_ONLY'});
  const processing = valid({id: 'p', version: '9', processingState: 'PROCESSING'});
  const older = valid({id: 'older', version: '8', audience: 'APP_STORE_ELIGIBLE'});
  const builds = [internal, processing, older];
  expect(choose(builds, 'latest')?.id).toBe('older');
  expect(choose(builds, 'latest', true)?.id).toBe('p');
  expect(choose([internal], 'latest')).toBeUndefined();
  expect(passedOver(builds, 'latest', older)).toBe(
    'Build 9 is newer, but is still being processed: build 8 was taken.',
  );
  expect(passedOver([internal, older], 'latest', older)).toBeUndefined();
  expect(passedOver(builds, {number: '8'}, older)).toBeUndefined();
  expect(whyNotAttachable(internal, undefined)).toBe('internal testing only');
});
