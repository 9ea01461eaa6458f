import {expect, test} from 'vitest';
import {firstOf} from '../../../src/screens/text/lines.ts';

test('marks the last kept line only if lines are cut off', () => {
  expect(firstOf(['a', 'b'], 2, () => '…')).toEqual(['a', 'b']);
  expect(firstOf(['a', 'b', 'c', 'd'], 2, (left) => `+${left}`)).toEqual(['a', 'b +2']);
});
