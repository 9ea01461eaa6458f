import {expect, test} from 'vitest';
import {actionTitle, nextStepLabel} from '../../../src/screens/flows/actions.ts';
import type {Target} from '../../../src/services/model/actions.ts';
import type {ReadinessCheck} from '../../../src/services/model/readiness.ts';

const target = (state: string, over: Partial<Target> = {}): Target => ({
  version: {id: 'v1', versionString: '3.3.0', platform: 'IOS', state},
  isComplete: true,
  ...over,
});
const check = (id: ReadinessCheck['id'], message: string, locale?: string): ReadinessCheck => ({
  id,
  status: 'error',
  message,
  locale,
});
const readiness = (...checks: ReadinessCheck[]) => ({versionId: 'v1', ready: checks.length === 0, checks});

test.each([
  ['PENDING_DEVELOPER_RELEASE', 'Release 3.3.0 for iOS'],
  ['READY_FOR_REVIEW', 'Submit 3.3.0 for iOS for review'],
  ['PENDING_CONTRACT', 'Accept the agreement (web page)'],
  ['IN_REVIEW', undefined],
  ['READY_FOR_SALE', undefined],
  ['PREPARE_FOR_SUBMISSION', undefined],
  ['SOMETHING_NEW', undefined],
])('labels the next step of a version in %s as %s', (state, label) => {
  expect(nextStepLabel(target(state), 0, {})).toBe(label);
});

test('labels the next step after a check with the first missing item, or offers to submit', () => {
  const lacks = [check('whats-new', "What's New is missing", 'ja'), check('whats-new', "What's New is missing", 'ko')];
  const preparing = target('PREPARE_FOR_SUBMISSION');
  expect(nextStepLabel(preparing, 0, {readiness: readiness(check('build', 'No build is attached'), ...lacks)})).toBe(
    '2 things are missing. First: no build is attached',
  );
  expect(nextStepLabel(preparing, 0, {readiness: readiness()})).toBe('Submit 3.3.0 for iOS for review');
});

test('gives no label to a next step that a read-only run cannot do', () => {
  expect(nextStepLabel(target('PENDING_DEVELOPER_RELEASE', {readOnly: '--read-only'}), 0, {})).toBeUndefined();
});

test('offers to ship the next version if the version is already on sale', () => {
  expect(actionTitle('ship', target('READY_FOR_SALE'))).toBe('Ship the next iOS version');
  expect(actionTitle('ship', target('IN_REVIEW'))).toBe('Ship 3.3.0 for iOS');
});
