import {describe, expect, test} from 'vitest';
import {type AppStatus, appStatus, type NextStepFactsOf, summary} from '../../../src/screens/home/app-status.ts';
import {rank} from '../../../src/services/model/next-step.ts';
import {readiness} from '../../../src/services/model/readiness.ts';
import type {AppOverview, StoreVersion} from '../../../src/services/model/version.ts';
import {elapsed} from '../../../src/services/text/local-time.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const version = (state: string, more: Partial<StoreVersion> = {}): StoreVersion => ({
  id: state,
  state,
  appId: '1',
  ...more,
});
const app = (...versions: StoreVersion[]): AppOverview => ({id: versions.map(({id}) => id).join(), versions});
type NextStepFacts = ReturnType<NextStepFactsOf>;
const status = (versions: StoreVersion[], known: Readonly<Record<string, NextStepFacts>> = {}) =>
  appStatus(app(...versions), ({id}) => known[id] ?? {}, now);
const lacking = (count: number) =>
  readiness(
    'v',
    Array.from({length: count}, (_, index) => ({id: 'build', status: 'error', message: `${index}`}) as const),
  );

describe('the need of an app', () => {
  test.each([
    ['REJECTED', 'read why'],
    ['METADATA_REJECTED', 'read why'],
    ['INVALID_BINARY', 'read why'],
    ['PENDING_DEVELOPER_RELEASE', 'release'],
    ['PENDING_CONTRACT', 'agreement'],
    ['WAITING_FOR_EXPORT_COMPLIANCE', 'encryption'],
    ['READY_FOR_REVIEW', 'submit'],
    ['WAITING_FOR_REVIEW', ''],
    ['PREPARE_FOR_SUBMISSION', undefined],
    ['DEVELOPER_REJECTED', undefined],
    ['constructor', ''],
  ])('shows the next step, if there is one, for %s: %s', (state, words) => {
    expect(status([version(state)]).next?.label).toBe(words);
  });

  test.each<[string, NextStepFacts, string | undefined]>([
    ['PREPARE_FOR_SUBMISSION', {readiness: lacking(3)}, '3 missing'],
    ['PREPARE_FOR_SUBMISSION', {readiness: lacking(0)}, 'submit'],
    ['REJECTED', {readiness: lacking(1)}, 'read why'],
    ['PREPARE_FOR_SUBMISSION', {isLookedAt: true}, 'not read (r)'],
    ['REJECTED', {isRejectionRead: true, isLookedAt: true}, 'not read (r)'],
    ['REJECTED', {isRejectionRead: true}, undefined],
    [
      'REJECTED',
      {isRejectionRead: true, newerBuild: {value: {id: 'b', version: '13'}}, readiness: lacking(1)},
      'attach 13',
    ],
    ['REJECTED', {isRejectionRead: true, readiness: lacking(1)}, '1 missing'],
    ['REJECTED', {isRejectionRead: true, readiness: lacking(0)}, 'submit'],
  ])('shows the next step, if there is one, for %s with the facts %j: %s', (state, known, words) => {
    expect(status([version(state)], {[state]: known}).next?.label).toBe(words);
  });

  test('shows no next step for an app if none of its versions waits', () => {
    expect(status([version('READY_FOR_SALE')]).next).toBeUndefined();
  });

  test("shows the app's most urgent version, and the longest waiting of equally urgent versions", () => {
    const older = version('REJECTED', {id: 'a', submittedDate: '2026-11-01T00:00:00Z'});
    const newer = version('REJECTED', {id: 'b', submittedDate: '2026-11-09T00:00:00Z'});
    const {next} = status([version('READY_FOR_SALE'), version('IN_REVIEW'), newer, older]);
    expect(next?.version.id).toBe('a');
  });

  test('asks the user to act on a paused roll-out, but not on a running roll-out', () => {
    const need = (state: string) =>
      status([version('READY_FOR_SALE')], {READY_FOR_SALE: {phased: {id: 'p', state}}}).need;
    expect(need('PAUSED')).toBe('paused');
    expect(need('ACTIVE')).toBe('nothing');
  });

  test('shows a paused roll-out as the next step of its own platform only', () => {
    const two = [version('READY_FOR_SALE', {id: 'ios'}), version('READY_FOR_SALE', {id: 'mac', platform: 'MAC_OS'})];
    const {next, rollOut} = status(two, {mac: {phased: {id: 'p', state: 'PAUSED'}}});
    expect([next?.version.id, next?.label, rollOut?.state]).toEqual(['mac', 'resume', 'PAUSED']);
  });

  test('names the step that the user can take, even if another version is in review', () => {
    const {need, next} = status([version('IN_REVIEW'), version('PREPARE_FOR_SUBMISSION')]);
    expect([need, next?.version.id]).toEqual(['waiting', 'PREPARE_FOR_SUBMISSION']);
    expect(status([version('IN_REVIEW')]).next?.step.kind).toBe('none');
  });

  test('shows how long a version has waited only if the API provides a date', () => {
    const createdDate = '2026-11-01T00:00:00Z';
    expect(status([version('PREPARE_FOR_SUBMISSION', {createdDate})]).since).toBe(Date.parse(createdDate));
    expect(status([version('PENDING_DEVELOPER_RELEASE', {createdDate})]).since).toBeUndefined();
  });
});

test('sorts apps by urgency: rejected, approved, contract, export, paused, waiting, preparing, the rest', () => {
  const states = [
    'READY_FOR_SALE',
    'PREPARE_FOR_SUBMISSION',
    'IN_REVIEW',
    'WAITING_FOR_EXPORT_COMPLIANCE',
    'PENDING_CONTRACT',
    'PENDING_DEVELOPER_RELEASE',
    'REJECTED',
  ];
  const byNeed = [...states].sort((a, b) => rank(status([version(a)])) - rank(status([version(b)])));
  expect(byNeed).toEqual(states.toReversed());
});

test('counts the apps that need the user or are in review above the list', () => {
  const preparing = app(version('PREPARE_FOR_SUBMISSION'));
  const apps = [app(version('REJECTED')), app(version('IN_REVIEW')), app(version('READY_FOR_SALE')), preparing];
  const statusOf = (one: AppOverview): AppStatus => appStatus(one, () => ({}), now);
  expect(summary(apps, statusOf, '·')).toBe('2 need you · 1 under review');
});

test.each([
  [0, 'now'],
  [-5000, 'now'],
  [59_999, 'now'],
  [40 * 60_000, '40 min'],
  [5.9 * 3_600_000, '5 h'],
  [49 * 3_600_000, '2 d'],
])('formats a waiting time of %d ms as %s', (ms, words) => {
  expect(elapsed(ms)).toBe(words);
});

test('counts a version with a future release date as waiting, not as needing the user', () => {
  const scheduled = {releaseType: 'SCHEDULED', earliestReleaseDate: '2027-01-01T10:00:00Z'};
  expect(status([version('PENDING_DEVELOPER_RELEASE', scheduled)])).toMatchObject({
    need: 'waiting',
    next: {step: {kind: 'none', why: 'scheduled for', date: '2027-01-01T10:00:00Z'}, label: ''},
  });
  const passed = {...scheduled, earliestReleaseDate: '2026-11-20T09:00:00Z'};
  expect(status([version('PENDING_DEVELOPER_RELEASE', passed)])).toMatchObject({
    need: 'approved',
    next: {label: 'release'},
  });
});
