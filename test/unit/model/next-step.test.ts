import {describe, expect, test} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';
import {nextStep} from '../../../src/services/model/next-step.ts';
import {countMissing, groupChecks, type ReadinessCheck, readiness} from '../../../src/services/model/readiness.ts';
import type {StoreVersion} from '../../../src/services/model/version.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const version = (state: string, more: Partial<StoreVersion> = {}): StoreVersion => ({id: state, state, ...more});
const ok: ReadinessCheck = {id: 'build', status: 'ok', message: 'Build 7 is attached'};
const lacks = (locale: string): ReadinessCheck => ({
  id: 'whats-new',
  status: 'error',
  message: "What's New is missing",
  locale,
});

describe('the next step', () => {
  test.each([
    ['PENDING_DEVELOPER_RELEASE', {}, 'flow release'],
    ['PENDING_DEVELOPER_RELEASE', {releaseType: 'SCHEDULED', earliestReleaseDate: '2026-11-20T10:00:01Z'}, 'none'],
    [
      'PENDING_DEVELOPER_RELEASE',
      {releaseType: 'SCHEDULED', earliestReleaseDate: '2026-11-20T10:00:00Z'},
      'flow release',
    ],
    ['PENDING_DEVELOPER_RELEASE', {releaseType: 'SCHEDULED', earliestReleaseDate: 'soon'}, 'none'],
    ['PENDING_DEVELOPER_RELEASE', {releaseType: 'SCHEDULED'}, 'none'],
    // An earliest release date counts only with the release type SCHEDULED.
    ['PENDING_DEVELOPER_RELEASE', {releaseType: 'MANUAL', earliestReleaseDate: '2027-01-01T00:00:00Z'}, 'flow release'],
    ['READY_FOR_REVIEW', {}, 'flow submit'],
    ['PENDING_CONTRACT', {}, 'page'],
    ['WAITING_FOR_EXPORT_COMPLIANCE', {build: {id: 'b'}}, 'flow encryption'],
    ['WAITING_FOR_EXPORT_COMPLIANCE', {build: {id: 'b', usesEncryption: true}}, 'none'],
    ['READY_FOR_SALE', {phasedRelease: {id: 'p', state: 'PAUSED'}}, 'flow resume-phased'],
    // If a key is held down during a release, its repeats must not pause the roll-out.
    ['READY_FOR_SALE', {phasedRelease: {id: 'p', state: 'ACTIVE'}}, 'none'],
    ['READY_FOR_SALE', {}, 'none'],
    ['WAITING_FOR_REVIEW', {}, 'none'],
    ['REPLACED_WITH_NEW_VERSION', {}, 'none'],
    ['SOMETHING_NEW', {}, 'none'],
  ] as const)('leads from the state %s with %j to the next step: %s', (state, more, expected) => {
    const step = nextStep(version(state, more), NOW);
    expect(step.kind === 'flow' ? `flow ${step.action}` : step.kind).toBe(expected);
  });

  test('leads from a rejection to the reason, then to a newer build, then to the missing items or to submit', () => {
    const build = {id: 'b12', version: '12', uploadedDate: '2026-11-01T10:00:00Z'};
    const rejected = version('REJECTED', {appId: '1', build, submittedDate: '2026-11-02T10:00:00Z'});
    const newerBuild = {id: 'b13', version: '13'};
    const complete = readiness('v', [ok]);
    const all = {newerBuild: {value: newerBuild}, readiness: complete};
    expect(nextStep(rejected, NOW, all)).toMatchObject({kind: 'page', page: 'rejection'});
    const read = {...all, isRejectionRead: true};
    expect(nextStep(rejected, NOW, read)).toEqual({kind: 'flow', action: 'attach-build', build: newerBuild});
    expect(nextStep(rejected, NOW, {...read, newerBuild: undefined})).toEqual({kind: 'flow', action: 'submit'});
    expect(nextStep(rejected, NOW, {...read, newerBuild: {error: new ToolError('network', 'no')}})).toEqual({
      kind: 'flow',
      action: 'attach-build',
    });
    // A build attached after the rejection means that the user has read the reason.
    const answered = {...rejected, build: {...build, uploadedDate: '2026-11-03T10:00:00Z'}};
    expect(nextStep(answered, NOW, {readiness: complete})).toEqual({kind: 'flow', action: 'submit'});
    expect(nextStep(version('PREPARE_FOR_SUBMISSION', {appId: '1'}), NOW, {readiness: complete})).toMatchObject({
      action: 'submit',
    });
  });

  test.each(['PREPARE_FOR_SUBMISSION', 'REJECTED', 'DEVELOPER_REJECTED'])(
    'leads from the state %s to the missing items or to submission once the readiness is known',
    (state) => {
      const missing = readiness('v', [ok, lacks('fr-FR'), lacks('ja')]);
      expect(nextStep(version(state), NOW)).toMatchObject({kind: 'none'});
      expect(nextStep(version(state), NOW, {readiness: missing})).toEqual({kind: 'fix', check: lacks('fr-FR')});
      expect(nextStep(version(state), NOW, {readiness: readiness('v', [ok])})).toEqual({
        kind: 'flow',
        action: 'submit',
      });
    },
  );
});

test('counts a missing text only once if several locales lack it', () => {
  const checks = [lacks('fr-FR'), lacks('ja'), {...lacks('ko'), message: "What's New is too long"}, ok];
  expect(groupChecks(checks).map(({locales}) => locales)).toEqual([['fr-FR', 'ja'], ['ko'], []]);
  expect(countMissing(readiness('v', checks))).toBe(2);
});
