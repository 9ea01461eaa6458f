import {describe, expect, it} from 'vitest';
import {type Submission, submitCase} from '../../../src/services/model/submission.ts';

const VERSION = {id: 'v1', versionString: '3.4.0', platform: 'IOS', state: 'PREPARE_FOR_SUBMISSION'};
const own = {id: 'i1', versionId: 'v1', kind: 'a version'};
const other = {id: 'i2', versionId: 'v2', kind: 'a version'};
const purchase = {id: 'i3', kind: 'an in-app purchase'};

function submission(state: string, ...items: Submission['items']): Submission {
  const version = items.find(({versionId}) => versionId !== undefined);
  return {id: state, state, items, version: version && {id: version.versionId ?? '', versionString: '3.3.0'}};
}

describe('submitCase', () => {
  it.each<[string, Submission[], string]>([
    ['no submission', [], 'new'],
    ['an empty draft', [submission('READY_FOR_REVIEW')], 'empty-draft'],
    [
      'a draft whose items were all removed',
      [submission('READY_FOR_REVIEW', {...own, state: 'REMOVED'})],
      'empty-draft',
    ],
    ['a draft that holds the version', [submission('READY_FOR_REVIEW', own)], 'draft'],
    ['a draft that holds more than the version', [submission('READY_FOR_REVIEW', own, purchase)], 'blocked'],
    ['a draft that holds another version', [submission('READY_FOR_REVIEW', other)], 'blocked'],
    [
      'a draft that holds another version, and an empty one',
      [submission('READY_FOR_REVIEW', other), submission('READY_FOR_REVIEW')],
      'empty-draft',
    ],
    ['a draft without a version', [submission('READY_FOR_REVIEW', purchase)], 'blocked'],
    [
      'a draft without a version, and an empty one',
      [submission('READY_FOR_REVIEW', purchase), submission('READY_FOR_REVIEW')],
      'empty-draft',
    ],
    ['a draft whose items are unknown', [{...submission('READY_FOR_REVIEW'), isPartial: true}], 'blocked'],
    [
      'a draft that may hold more than the version',
      [{...submission('READY_FOR_REVIEW', own), isPartial: true}],
      'blocked',
    ],
    [
      'a draft that names another version and has no item',
      [{...submission('READY_FOR_REVIEW'), version: {id: 'v2'}}],
      'empty-draft',
    ],
    [
      'a draft that names the version and has no item',
      [{...submission('READY_FOR_REVIEW'), version: {id: 'v1'}}],
      'empty-draft',
    ],
    [
      'a draft that names another version and whose items are not all known',
      [{...submission('READY_FOR_REVIEW'), version: {id: 'v2'}, isPartial: true}],
      'blocked',
    ],
    [
      'a draft that names the version, but holds something else',
      [{...submission('READY_FOR_REVIEW', purchase), version: {id: 'v1'}}],
      'blocked',
    ],
    [
      'a draft that names another version, but holds this one',
      [{...submission('READY_FOR_REVIEW', own), version: {id: 'v2'}}],
      'blocked',
    ],
    ['another version being withdrawn', [submission('CANCELING', other)], 'blocked'],
    ['purchases being withdrawn', [submission('CANCELING', purchase)], 'new'],
    ['purchases under review', [submission('IN_REVIEW', purchase)], 'new'],
    ['another version under review', [submission('WAITING_FOR_REVIEW', other)], 'blocked'],
    [
      'another version under review, and an empty draft',
      [submission('READY_FOR_REVIEW'), submission('IN_REVIEW', other)],
      'blocked',
    ],
    ['another rejected version', [submission('UNRESOLVED_ISSUES', other)], 'blocked'],
    ['a rejected submission of the version', [submission('UNRESOLVED_ISSUES', own)], 'rejected'],
    ['the version under review', [submission('IN_REVIEW', own)], 'under-review'],
    ['the version being withdrawn', [submission('CANCELING', own)], 'canceling'],
  ])('finds the next step of a submission for %s', (_, submissions, kind) => {
    expect(submitCase(VERSION, submissions).kind).toBe(kind);
  });

  it.each([
    ['WAITING_FOR_REVIEW', 'under-review'],
    ['IN_REVIEW', 'under-review'],
    ['READY_FOR_REVIEW', 'new'],
    ['DEVELOPER_REJECTED', 'new'],
    ['READY_FOR_SALE', 'blocked'],
    ['PENDING_DEVELOPER_RELEASE', 'blocked'],
    ['SOMETHING_NEW', 'blocked'],
  ])('finds the next step of a version in the state %s without a submission', (state, kind) => {
    expect(submitCase({...VERSION, state}, []).kind).toBe(kind);
  });

  it('names the submission that blocks a version', () => {
    expect(submitCase(VERSION, [submission('IN_REVIEW', other, purchase)])).toEqual({
      kind: 'blocked',
      words:
        'cannot be submitted alongside version 3.3.0, an in-app purchase of the same platform, which is in review (IN_REVIEW)',
      otherId: 'v2',
    });
    expect(submitCase(VERSION, [submission('READY_FOR_REVIEW', own, purchase)])).toMatchObject({
      words: 'is in draft READY_FOR_REVIEW together with other items: version 3.3.0, an in-app purchase',
    });
  });
});
