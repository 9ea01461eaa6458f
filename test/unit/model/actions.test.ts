import {expect, test} from 'vitest';
import {type Action, whyNot} from '../../../src/services/model/actions.ts';

const why = (action: Action, state: string, phased?: string) =>
  whyNot(action, {
    version: {
      id: 'v1',
      appId: '42',
      state,
      phasedRelease: phased === undefined ? undefined : {id: 'p1', state: phased},
    },
    isComplete: true,
  });

test.each([
  ['release', 'PROCESSING_FOR_APP_STORE', 'it is already being released: processing'],
  ['release', 'READY_FOR_SALE', 'it was already released'],
  ['release', 'WAITING_FOR_REVIEW', 'only in pending developer release'],
  ['submit', 'WAITING_FOR_REVIEW', 'it was already submitted'],
  ['submit', 'READY_FOR_SALE', 'only before review'],
  ['withdraw', 'DEVELOPER_REJECTED', 'it was already withdrawn'],
  ['withdraw', 'READY_FOR_SALE', 'only from submission to release'],
] as const)('explains why %s is impossible in state %s: %s', (action, state, words) => {
  expect(why(action, state)).toBe(words);
});

test.each([
  ['pause-phased', 'PAUSED', 'the roll-out is paused already'],
  ['pause-phased', 'COMPLETE', 'the roll-out is complete, so there is nothing to pause'],
  ['resume-phased', 'ACTIVE', 'the roll-out is running already'],
  ['resume-phased', 'COMPLETE', 'the roll-out is complete, so there is nothing to resume'],
  ['complete-phased', 'COMPLETE', 'the roll-out is complete already'],
  ['complete-phased', 'SOMETHING_NEW', 'it is SOMETHING_NEW, so there is nothing to complete'],
] as const)('explains why %s of a roll-out is impossible in state %s: %s', (action, phased, words) => {
  expect(why(action, 'READY_FOR_SALE', phased)).toBe(words);
});

test('gives no reason against an action that is possible', () => {
  expect(why('release', 'PENDING_DEVELOPER_RELEASE')).toBeUndefined();
  expect(why('pause-phased', 'READY_FOR_SALE', 'ACTIVE')).toBeUndefined();
});

test('does not call a roll-out absent if its state is unknown', () => {
  const version = {id: 'v1', appId: '42', state: 'READY_FOR_SALE', phasedRelease: {id: 'p1', state: undefined}};
  expect(whyNot('pause-phased', {version, isComplete: true})).toBe(
    'it is in no known state, so there is nothing to pause',
  );
});
