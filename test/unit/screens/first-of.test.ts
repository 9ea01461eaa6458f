import {expect, test} from 'vitest';
import {firstOf} from '../../../src/screens/text/lines.ts';

test('marks where lines are cut, and nothing else', () => {
  expect(firstOf(['a', 'b'], 2, () => '…')).toEqual(['a', 'b']);
  expect(firstOf(['a', 'b', 'c', 'd'], 2, (left) => `+${left}`)).toEqual(['a', 'b +2']);
});
