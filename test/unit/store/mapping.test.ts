import {describe, expect, it} from 'vitest';
import {toRelated, toVersion} from '../../../src/services/store/mapping.ts';
import {ATTRIBUTE, TYPE} from '../../../src/services/store/wire.ts';

describe('a name from the service that every object inherits', () => {
  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'keeps %s as plain text in a state, a platform and a type',
    (word) => {
      const version = toVersion({
        type: TYPE.version,
        id: '1',
        attributes: {[ATTRIBUTE.newState]: word, platform: word},
      });
      expect(version).toMatchObject({state: word, platform: word});
      expect(toRelated({type: word, id: '1'}).type).toBe(word);
    },
  );

  it('translates the newer name of a state if the older name differs', () => {
    const stateOf = (state: string) =>
      toVersion({type: TYPE.version, id: '1', attributes: {[ATTRIBUTE.newState]: state}}).state;
    expect(stateOf('READY_FOR_DISTRIBUTION')).toBe('READY_FOR_SALE');
    expect(stateOf('IN_REVIEW')).toBe('IN_REVIEW');
  });
});
