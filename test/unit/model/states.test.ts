import {describe, expect, it} from 'vitest';
import {FILTERABLE_STATES, stateIs, statesThatAre, VERSION_STATES} from '../../../src/services/model/version.ts';

describe('the states', () => {
  it.each([
    ['editable', ['PREPARE_FOR_SUBMISSION', 'DEVELOPER_REJECTED', 'REJECTED', 'METADATA_REJECTED', 'INVALID_BINARY']],
    ['deletable', ['PREPARE_FOR_SUBMISSION']],
    ['releasable', ['PENDING_DEVELOPER_RELEASE']],
    ['live', ['READY_FOR_SALE']],
    [
      'withdrawable',
      [
        'REJECTED',
        'METADATA_REJECTED',
        'INVALID_BINARY',
        'READY_FOR_REVIEW',
        'WAITING_FOR_REVIEW',
        'IN_REVIEW',
        'ACCEPTED',
        'WAITING_FOR_EXPORT_COMPLIANCE',
        'PENDING_DEVELOPER_RELEASE',
      ],
    ],
  ] as const)('lists the states of a version that are %s', (trait, states) =>
    expect(statesThatAre(trait)).toEqual(states),
  );

  it('does not count a state that moves or waits for the user as at rest', () => {
    for (const state of statesThatAre('at-rest')) {
      expect([state, stateIs(state, 'moving'), stateIs(state, 'needs-you')]).toEqual([state, false, false]);
    }
  });

  it("lets What's New change until review begins, and after a rejection", () => {
    const open = VERSION_STATES.filter((state) => !stateIs(state, 'texts-final') && !stateIs(state, 'at-rest'));
    expect(open).toEqual([
      ...statesThatAre('editable'),
      'READY_FOR_REVIEW',
      'WAITING_FOR_REVIEW',
      'WAITING_FOR_EXPORT_COMPLIANCE',
    ]);
  });

  it('counts no state as both stuck and moving', () => {
    for (const state of statesThatAre('stuck')) expect([state, stateIs(state, 'moving')]).toEqual([state, false]);
  });

  it.each([undefined, '', 'SOMETHING_NEW', 'constructor', '__proto__'])('gives the state %j no trait', (state) => {
    for (const trait of ['editable', 'at-rest', 'moving', 'live'] as const) expect(stateIs(state, trait)).toBe(false);
  });

  it('offers only existing states in the version filter', () => {
    expect(VERSION_STATES).toEqual(expect.arrayContaining([...FILTERABLE_STATES]));
  });
});
