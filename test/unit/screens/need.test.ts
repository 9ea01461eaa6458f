import {describe, expect, test} from 'vitest';
import {elapsed} from '../../../src/app/present/local-time.ts';
import {type AppStatus, needLabel, needsOf, rank, summary} from '../../../src/screens/home/need.ts';
import type {AppOverview} from '../../../src/services/model/pages.ts';
import type {StoreVersion} from '../../../src/services/model/version.ts';

const milliseconds = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
const version = (state: string, more: Partial<StoreVersion> = {}): StoreVersion => ({id: state, state, ...more});
const app = (...versions: StoreVersion[]): AppOverview => ({id: versions.map(({id}) => id).join(), versions});
const needs = (...versions: StoreVersion[]) => needsOf(app(...versions), new Map(), milliseconds);
const need = (...versions: StoreVersion[]) => needs(...versions).need;

describe('what an app waits for', () => {
  test.each([
    ['REJECTED', 'fix and submit again'],
    ['METADATA_REJECTED', 'fix and submit again'],
    ['INVALID_BINARY', 'fix and submit again'],
    ['PENDING_DEVELOPER_RELEASE', 'release it'],
    ['PENDING_CONTRACT', 'accept the agreement'],
    ['WAITING_FOR_EXPORT_COMPLIANCE', 'answer on encryption'],
    ['WAITING_FOR_REVIEW', ''],
    ['PREPARE_FOR_SUBMISSION', ''],
    ['DEVELOPER_REJECTED', ''],
    ['READY_FOR_SALE', ''],
    ['constructor', ''],
  ])('%s: %s', (state, words) => {
    expect(needLabel(need(version(state)))).toBe(words);
  });

  test.each([
    ['PREPARE_FOR_SUBMISSION', undefined, ''],
    ['PREPARE_FOR_SUBMISSION', 3, '3 things missing'],
    ['PREPARE_FOR_SUBMISSION', 0, 'submit it'],
    ['REJECTED', 1, '1 thing missing'],
    // The check does not see what the reviewer has found.
    ['REJECTED', 0, 'fix and submit again'],
  ])('%s with %s missing: %s', (state, missing, words) => {
    expect(needLabel({...need(version(state)), missing})).toBe(words);
  });

  test('the most urgent of its versions; of two alike the one that has waited longest', () => {
    const older = version('REJECTED', {id: 'a', submittedDate: '2026-11-01T00:00:00Z'});
    const newer = version('REJECTED', {id: 'b', submittedDate: '2026-11-09T00:00:00Z'});
    expect(need(version('READY_FOR_SALE'), version('IN_REVIEW'), newer, older).version?.id).toBe('a');
  });

  test('a paused roll-out needs a person, a running one does not', () => {
    const live = app(version('READY_FOR_SALE'));
    const kind = (state: string) =>
      needsOf(live, new Map([['READY_FOR_SALE', {id: 'p', state}]]), milliseconds).need.kind;
    expect(kind('PAUSED')).toBe('paused');
    expect(kind('ACTIVE')).toBe('nothing');
  });

  test('a roll-out belongs to one version, not to other platforms', () => {
    const two = app(version('READY_FOR_SALE', {id: 'ios'}), version('READY_FOR_SALE', {id: 'mac'}));
    const paused = needsOf(two, new Map([['mac', {id: 'p', state: 'PAUSED'}]]), milliseconds);
    expect(paused.need.version?.id).toBe('mac');
  });

  test('what is next is what a person can do, although the store has another version', () => {
    const {need: urgent, next} = needs(version('IN_REVIEW'), version('PREPARE_FOR_SUBMISSION'));
    expect([urgent.kind, next.kind]).toEqual(['waiting', 'preparing']);
    expect(needs(version('IN_REVIEW')).next.kind).toBe('waiting');
  });

  test('only what the API dates has a date', () => {
    const createdDate = '2026-11-01T00:00:00Z';
    expect(need(version('PREPARE_FOR_SUBMISSION', {createdDate})).since).toBe(Date.parse(createdDate));
    expect(need(version('PENDING_DEVELOPER_RELEASE', {createdDate})).since).toBeUndefined();
  });
});

test('the order: rejected, approved, contract, export, paused, waiting, preparing, the rest', () => {
  const states = [
    'READY_FOR_SALE',
    'PREPARE_FOR_SUBMISSION',
    'IN_REVIEW',
    'WAITING_FOR_EXPORT_COMPLIANCE',
    'PENDING_CONTRACT',
    'PENDING_DEVELOPER_RELEASE',
    'REJECTED',
  ];
  const byNeed = [...states].sort((a, b) => rank(need(version(a))) - rank(need(version(b))));
  expect(byNeed).toEqual(states.toReversed());
});

test('the line above the list counts them', () => {
  const apps = [app(version('REJECTED')), app(version('IN_REVIEW')), app(version('READY_FOR_SALE'))];
  const statusOf = (one: AppOverview): AppStatus => needsOf(one, new Map(), milliseconds);
  expect(summary(apps, statusOf, '·')).toBe('1 needs you · 1 under review');
});

test.each([
  [0, 'now'],
  [-5000, 'now'],
  [59_999, 'now'],
  [40 * 60_000, '40 min'],
  [5.9 * 3_600_000, '5 h'],
  [49 * 3_600_000, '2 d'],
])('%d ms are %s', (ms, words) => {
  expect(elapsed(ms)).toBe(words);
});
