import {describe, expect, it} from 'vitest';
import type {Verdict} from '../../../src/services/model/outcome.ts';
import type {Submission, SubmissionItem} from '../../../src/services/model/submission.ts';
import {VERSION_STATES} from '../../../src/services/model/version.ts';
import {judgeAttached, judgeEncryption} from '../../../src/services/store/builds.ts';
import {judgePhased} from '../../../src/services/store/phased-release.ts';
import {judgeNotes} from '../../../src/services/store/release-notes.ts';
import {
  judgeApprovalWithdrawn,
  judgeCanceled,
  judgeDraftCreated,
  judgeItemAdded,
  judgeItemRemoved,
  judgeItemResolved,
  judgeSubmitted,
} from '../../../src/services/store/submission-writes.ts';
import {judgeCreated, judgeDeleted, judgeReleased, judgeUpdated} from '../../../src/services/store/version-writes.ts';

/**
 * If the answer to a write was lost, the state that is read afterwards decides the outcome. Each table has every state of
 * the store in exactly one row, as well as an unknown state and a missing one.
 */

const NEW = 'SOMETHING_NEW';
const NONE = 'no state';
type Table = Partial<Record<Verdict, readonly string[]>>;

/** Returns every state with its verdict, and fails if a state is missing from the table or in two rows. */
function rows(all: readonly string[], table: Table): [string, Verdict][] {
  const listed = Object.entries(table).flatMap(([verdict, states]) =>
    states.map((state): [string, Verdict] => [state, verdict as Verdict]),
  );
  expect(listed.map(([state]) => state).toSorted()).toEqual([...all, NEW, NONE].toSorted());
  return listed;
}

const given = (state: string) => (state === NONE ? undefined : state);

describe('the outcome of a write to a version', () => {
  const early = ['PREPARE_FOR_SUBMISSION', 'READY_FOR_REVIEW', 'WAITING_FOR_REVIEW', 'IN_REVIEW', 'ACCEPTED'];
  const rejected = ['REJECTED', 'METADATA_REJECTED', 'INVALID_BINARY'];
  const released = [
    'PENDING_APPLE_RELEASE',
    'PROCESSING_FOR_APP_STORE',
    'PREORDER_READY_FOR_SALE',
    'READY_FOR_SALE',
    'REMOVED_FROM_SALE',
    'DEVELOPER_REMOVED_FROM_SALE',
    'REPLACED_WITH_NEW_VERSION',
  ];
  const waiting = ['PENDING_CONTRACT', 'WAITING_FOR_EXPORT_COMPLIANCE', 'NOT_APPLICABLE'];
  const others = (...states: string[]) => VERSION_STATES.filter((state) => !states.includes(state));

  it.each(
    rows(VERSION_STATES, {
      done: released,
      'not-done': ['PENDING_DEVELOPER_RELEASE'],
      other: [...early, ...rejected, 'DEVELOPER_REJECTED', ...waiting, NEW, NONE],
    }),
  )('judges a release in state %s as "%s"', (state, verdict) =>
    expect(judgeReleased(given(state)).verdict).toBe(verdict),
  );

  it.each(
    rows(VERSION_STATES, {
      done: ['DEVELOPER_REJECTED'],
      'not-done': ['PENDING_DEVELOPER_RELEASE'],
      other: [...early, ...rejected, ...released, ...waiting, NEW, NONE],
    }),
  )('judges the withdrawal of an approval in state %s as "%s"', (state, verdict) =>
    expect(judgeApprovalWithdrawn(given(state)).verdict).toBe(verdict),
  );

  it.each(rows(VERSION_STATES, {'not-done': [...VERSION_STATES, NEW, NONE]}))(
    'judges a deletion of a version still in state %s as "%s"',
    (state, verdict) => expect(judgeDeleted({state: given(state)}).verdict).toBe(verdict),
  );

  it('counts a version that is not found as deleted', () => expect(judgeDeleted(undefined).verdict).toBe('done'));

  it.each(
    rows(VERSION_STATES, {
      done: ['PREPARE_FOR_SUBMISSION'],
      other: [...others('PREPARE_FOR_SUBMISSION'), NEW, NONE],
    }),
  )('judges the creation of a version in state %s as "%s"', (state, verdict) =>
    expect(judgeCreated({id: 'v1', state: given(state)}, {}, 'version 1.0').verdict).toBe(verdict),
  );

  // An update does not change the state, so every state means success.
  it.each(rows(VERSION_STATES, {done: [...VERSION_STATES, NEW, NONE]}))(
    'judges an update in state %s as "%s"',
    (state, verdict) =>
      expect(judgeUpdated({id: 'v1', state: given(state), copyright: 'new'}, {copyright: 'new'}).verdict).toBe(verdict),
  );
});

it.each<[string, (state: string | undefined) => {verdict: Verdict; found: string}]>([
  ['a release', judgeReleased],
  ['a withdrawal of an approval', judgeApprovalWithdrawn],
  ['a withdrawal', judgeCanceled],
  ['a submission', (state) => judgeSubmitted(state, 'READY_FOR_REVIEW')],
  ['a mark as resolved', judgeItemResolved],
  ['a pause of a roll-out', (state) => judgePhased({id: 'p1', state: state ?? NEW}, 'pause')],
])('never judges an unknown state as done after %s, and names the state', (_, judgement) => {
  for (const state of [NEW, undefined]) {
    const {verdict, found} = judgement(state);
    expect(verdict).toBe('other');
    expect(found).toMatch(/^the (version|phased release) is (still )?in |^has a review submission in /);
    expect(found).not.toMatch(/not a release|moved|released:|old|new /);
  }
});

describe('the attributes to set', () => {
  const version = {id: 'v1', state: 'PREPARE_FOR_SUBMISSION', versionString: '1.0', copyright: '2026 A'};
  const date = '2031-01-01T10:00:00+01:00';

  it.each([
    ['no attributes', {}, {}, 'done'],
    ['the same attributes', {copyright: '2026 A', versionString: '1.0'}, {}, 'done'],
    ['another copyright', {copyright: '2026 B'}, {}, 'other'],
    ['no copyright', {copyright: ''}, {}, 'other'],
    ['no copyright, which it does not have', {copyright: ''}, {copyright: undefined}, 'done'],
    ['a release type that the version lacks', {releaseType: 'MANUAL'}, {}, 'other'],
    ['another release type', {releaseType: 'MANUAL'}, {releaseType: 'AFTER_APPROVAL'}, 'other'],
    [
      'the same date in another time zone',
      {earliestReleaseDate: date},
      {earliestReleaseDate: '2031-01-01T01:00:00-08:00', releaseType: 'SCHEDULED'},
      'done',
    ],
    ['another date', {earliestReleaseDate: date}, {earliestReleaseDate: '2031-01-01T01:00:00Z'}, 'other'],
    ['a date that the version lacks', {earliestReleaseDate: date}, {}, 'other'],
  ])('judges a created version as $3 if the request asks for %s', (_, attributes, over, verdict) => {
    expect(judgeCreated({...version, ...over}, attributes, 'version 1.0').verdict).toBe(verdict);
    const updated = judgeUpdated({...version, ...over}, attributes).verdict;
    expect(updated).toBe(verdict === 'done' ? 'done' : 'not-done');
  });

  it('compares attributes of a version that are not in the list of known attributes', () => {
    const given = {reviewType: 'APP_STORE'} as object;
    expect(judgeUpdated(version, given).verdict).toBe('not-done');
    expect(judgeCreated(version, given, 'version 1.0').verdict).toBe('other');
    expect(judgeUpdated({...version, ...given}, given).verdict).toBe('done');
  });

  it('says that a version already existed, or exists with different attributes', () => {
    expect(judgeCreated({...version, state: 'IN_REVIEW'}, {}, 'version 1.0 for IOS').found).toBe(
      'version 1.0 for IOS (v1) already existed, in IN_REVIEW',
    );
    expect(
      judgeCreated(version, {copyright: 'x', releaseType: 'MANUAL', versionString: '1.0'}, 'version 1.0').found,
    ).toBe('version 1.0 (v1) exists, but with a different copyright, release type');
    expect(judgeCreated(undefined, {}, 'version 1.0')).toEqual({
      verdict: 'not-done',
      found: 'there is no version 1.0',
    });
  });

  it('ignores the age of an existing version when judging a creation', () => {
    const old = {...version, createdDate: '2020-01-01T00:00:00.000+0000'};
    expect(judgeCreated(old, {}, 'version 1.0').verdict).toBe('done');
  });
});

describe('the outcome of a write to a submission', () => {
  const STATES = [
    'READY_FOR_REVIEW',
    'WAITING_FOR_REVIEW',
    'IN_REVIEW',
    'UNRESOLVED_ISSUES',
    'CANCELING',
    'COMPLETING',
    'COMPLETE',
  ];
  const submitted = ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'COMPLETING'];

  it.each(
    rows(STATES, {
      done: submitted,
      'not-done': ['READY_FOR_REVIEW'],
      other: ['CANCELING', 'UNRESOLVED_ISSUES', 'COMPLETE', NEW, NONE],
    }),
  )('judges a submitted draft in state %s as "%s"', (state, verdict) =>
    expect(judgeSubmitted(given(state), 'READY_FOR_REVIEW').verdict).toBe(verdict),
  );

  it.each(
    rows(STATES, {
      done: submitted,
      'not-done': ['UNRESOLVED_ISSUES'],
      other: ['CANCELING', 'READY_FOR_REVIEW', 'COMPLETE', NEW, NONE],
    }),
  )('judges a resubmitted submission in state %s as "%s"', (state, verdict) =>
    expect(judgeSubmitted(given(state), 'UNRESOLVED_ISSUES').verdict).toBe(verdict),
  );

  it.each(
    rows(STATES, {
      done: ['CANCELING', 'COMPLETE'],
      'not-done': ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'UNRESOLVED_ISSUES'],
      other: ['READY_FOR_REVIEW', 'COMPLETING', NEW, NONE],
    }),
  )('judges a withdrawn submission in state %s as "%s"', (state, verdict) =>
    expect(judgeCanceled(given(state)).verdict).toBe(verdict),
  );

  const draft = (over: Partial<Submission> = {}): Submission => ({
    id: 'r1',
    state: 'READY_FOR_REVIEW',
    items: [],
    ...over,
  });
  const purchase = {id: 'i2', kind: 'an in-app purchase'};

  it.each<[string, Submission[], Verdict]>([
    ['nothing', [], 'not-done'],
    ['an empty draft', [draft()], 'done'],
    ['an empty draft next to another draft', [draft({items: [purchase]}), draft({id: 'r2'})], 'done'],
    ['an empty submission under review', [draft({state: 'IN_REVIEW'})], 'not-done'],
    ['a complete submission', [draft({state: 'COMPLETE'})], 'not-done'],
    ['a draft that holds something', [draft({items: [purchase]})], 'other'],
    ['an empty draft that names another version', [draft({version: {id: 'v2'}})], 'done'],
    ['a draft that names another version', [draft({version: {id: 'v2'}, isPartial: true})], 'other'],
    ['a draft whose items are unknown', [draft({isPartial: true})], 'other'],
  ])('judges the creation of a draft as $2 if there is %s', (_, drafts, verdict) =>
    expect(judgeDraftCreated(drafts).verdict).toBe(verdict),
  );
});

describe('the outcome of a write to the items of a draft', () => {
  const STATES = ['READY_FOR_REVIEW', 'ACCEPTED', 'APPROVED', 'REJECTED', 'REMOVED'];
  const own = (state: string): SubmissionItem => ({id: 'i1', versionId: 'v1', kind: 'a version', state: given(state)});
  const event: SubmissionItem = {id: 'i2', kind: 'an in-app event'};
  const reviewed = ['ACCEPTED', 'APPROVED', 'REJECTED'];

  it.each(rows(STATES, {done: ['READY_FOR_REVIEW', ...reviewed, NEW, NONE], 'not-done': ['REMOVED']}))(
    'judges the addition of a version whose item is in state %s as "%s"',
    (state, verdict) => expect(judgeItemAdded([own(state)], 'v1').verdict).toBe(verdict),
  );

  it.each<[string, SubmissionItem[], Verdict]>([
    ['nothing', [], 'not-done'],
    ['something else', [event], 'other'],
    ['another version', [{id: 'i3', versionId: 'v2', kind: 'a version'}], 'other'],
    ['the version and something else', [own('READY_FOR_REVIEW'), event], 'other'],
    ['something without a name', [{id: 'i4'}], 'other'],
  ])('judges the addition of a version as $2 if the draft holds %s', (_, items, verdict) =>
    expect(judgeItemAdded(items, 'v1').verdict).toBe(verdict),
  );

  it.each(rows(STATES, {done: ['REMOVED'], 'not-done': ['READY_FOR_REVIEW', ...reviewed, NEW, NONE]}))(
    'judges the removal of a version whose item is in state %s as "%s"',
    (state, verdict) => expect(judgeItemRemoved([own(state), event], 'i1').verdict).toBe(verdict),
  );

  it('counts an item that is not found as removed', () => expect(judgeItemRemoved([event], 'i1').verdict).toBe('done'));

  it.each(
    rows(STATES, {
      done: ['READY_FOR_REVIEW', 'ACCEPTED'],
      'not-done': ['REJECTED'],
      other: ['APPROVED', 'REMOVED', NEW, NONE],
    }),
  )('judges the resolution of an item in state %s as "%s"', (state, verdict) =>
    expect(judgeItemResolved(given(state)).verdict).toBe(verdict),
  );
});

describe('the outcome of a write to a phased release', () => {
  const STATES = ['INACTIVE', 'ACTIVE', 'PAUSED', 'COMPLETE'];
  const NO_ROLL_OUT = 'no phased release';
  const phased = (state: string) => (state === NO_ROLL_OUT ? undefined : {id: 'p1', state: given(state)});
  const cases = (table: Table) =>
    rows([...STATES, NO_ROLL_OUT], {...table, other: [...(table.other ?? []), NEW, NONE]});

  it.each(cases({done: ['INACTIVE', 'ACTIVE'], 'not-done': [NO_ROLL_OUT], other: ['PAUSED', 'COMPLETE']}))(
    'judges an enabled phased release in state %s as "%s"',
    (state, verdict) => expect(judgePhased(phased(state), 'enable').verdict).toBe(verdict),
  );

  it.each(cases({done: [NO_ROLL_OUT], 'not-done': ['INACTIVE'], other: ['ACTIVE', 'PAUSED', 'COMPLETE']}))(
    'judges a disabled phased release in state %s as "%s"',
    (state, verdict) => expect(judgePhased(phased(state), 'disable').verdict).toBe(verdict),
  );

  it.each(cases({done: ['PAUSED'], 'not-done': ['ACTIVE'], other: ['INACTIVE', 'COMPLETE', NO_ROLL_OUT]}))(
    'judges a paused roll-out in state %s as "%s"',
    (state, verdict) => expect(judgePhased(phased(state), 'pause').verdict).toBe(verdict),
  );

  it.each(cases({done: ['ACTIVE'], 'not-done': ['PAUSED'], other: ['INACTIVE', 'COMPLETE', NO_ROLL_OUT]}))(
    'judges a resumed roll-out in state %s as "%s"',
    (state, verdict) => expect(judgePhased(phased(state), 'resume').verdict).toBe(verdict),
  );

  it.each(cases({done: ['COMPLETE'], 'not-done': ['ACTIVE', 'PAUSED'], other: ['INACTIVE', NO_ROLL_OUT]}))(
    'judges a completed roll-out in state %s as "%s"',
    (state, verdict) => expect(judgePhased(phased(state), 'complete').verdict).toBe(verdict),
  );
});

describe('the outcome of a write to a build or to release notes', () => {
  it.each([
    ['b1', 'done'],
    ['b0', 'not-done'],
    [undefined, 'not-done'],
  ])('judges the attached build %s as "%s"', (attached, verdict) =>
    expect(judgeAttached(attached, {id: 'b1'}).verdict).toBe(verdict),
  );

  it.each([
    [true, true, 'done'],
    [false, false, 'done'],
    [undefined, false, 'not-done'],
    [true, false, 'other'],
    [false, true, 'other'],
  ])('judges the encryption answer %s for a requested %s as "%s"', (answer, wanted, verdict) =>
    expect(judgeEncryption(answer, wanted).verdict).toBe(verdict),
  );

  it.each([
    ['new', 'done'],
    ['new\r\n', 'done'],
    ['old', 'not-done'],
    [undefined, 'other'],
    ['a third', 'other'],
  ])('judges the release notes %j as "%s"', (text, verdict) =>
    expect(judgeNotes(text, {id: 'l1', locale: 'de-DE', whatsNew: 'old\n'}, 'new').verdict).toBe(verdict),
  );

  it('counts release notes that the service still lacks as not written', () =>
    expect(judgeNotes(undefined, {id: 'l1', locale: 'de-DE'}, 'new').verdict).toBe('not-done'));
});
