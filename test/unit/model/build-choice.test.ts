import {expect, it} from 'vitest';
import {buildProblem, choose, isPending} from '../../../src/services/model/build-choice.ts';

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
])('%j: %s', (one, problem, pending) => {
  expect([buildProblem(one), isPending(one)]).toEqual([problem, pending]);
});

it('latest passes over what is not known to be valid', () => {
  const builds = [build('new', 'ON_HOLD'), build('vague'), build('old', 'VALID'), build('older', 'VALID')];
  expect(choose(builds, 'latest')?.id).toBe('old');
  expect(choose(builds, 'latest', true)?.id).toBe('new');
});
