import {expect, test} from 'vitest';
import {QueryCache} from '../../../src/screens/context/queries.ts';

test('does not count an answer as current that was asked for before a write', () => {
  const queries = new QueryCache();
  queries.put('list', 'before', 1);
  const {revision} = queries.get('list') ?? {};
  queries.invalidate();
  // It was on its way while the write was.
  queries.put('list', 'late', 2, revision);
  expect(queries.current('list')).toBeUndefined();
  queries.put('list', 'after', 3);
  expect(queries.current('list')).toBe('after');
});

test('does not count an answer as current that is older than what is asked for', () => {
  const queries = new QueryCache();
  queries.put('list', 'old', 5);
  expect(queries.current('list', 5)).toBeUndefined();
  expect(queries.current('list', 4)).toBe('old');
});
