import {expect, test} from 'vitest';
import {QueryCache} from '../../../src/screens/context/queries.ts';

test('treats an answer that was requested before a write as outdated', () => {
  const queries = new QueryCache();
  queries.put('list', 'before', 1);
  const {revision} = queries.get('list') ?? {};
  queries.invalidate();
  // This answer was requested before the write and arrives after it.
  queries.put('list', 'late', 2, revision);
  expect(queries.current('list')).toBeUndefined();
  queries.put('list', 'after', 3);
  expect(queries.current('list')).toBe('after');
});

test('treats an answer older than the requested revision as outdated', () => {
  const queries = new QueryCache();
  queries.put('list', 'old', 5);
  expect(queries.current('list', 5)).toBeUndefined();
  expect(queries.current('list', 4)).toBe('old');
});
