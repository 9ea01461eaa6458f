import {describe, expect, it} from 'vitest';
import {mayBecome, VERSION_STATES} from '../../../src/services/model/version.ts';

describe('the order of states', () => {
  it('gives every state of a version a place in the order of states', () => {
    for (const state of VERSION_STATES) {
      const others = VERSION_STATES.filter((other) => !mayBecome(state, other) || !mayBecome(other, state));
      expect([state, others.length > 0]).toEqual([state, true]);
    }
  });

  it.each([
    ['IN_REVIEW', 'WAITING_FOR_REVIEW', true],
    ['IN_REVIEW', 'REJECTED', true],
    ['PENDING_DEVELOPER_RELEASE', 'DEVELOPER_REJECTED', true],
    ['PENDING_DEVELOPER_RELEASE', 'IN_REVIEW', false],
    ['READY_FOR_SALE', 'PENDING_DEVELOPER_RELEASE', false],
    ['READY_FOR_SALE', 'REJECTED', false],
    ['READY_FOR_SALE', 'REPLACED_WITH_NEW_VERSION', true],
    ['REPLACED_WITH_NEW_VERSION', 'READY_FOR_SALE', false],
    ['SOMETHING_NEW', 'IN_REVIEW', true],
    ['IN_REVIEW', 'SOMETHING_NEW', true],
  ])('decides whether the state %s may become %s: %s', (from, to, may) => expect(mayBecome(from, to)).toBe(may));
});
