import {expect, test} from 'vitest';
import {HASTE_MS, hasteMarker} from '../../../src/screens/input/haste.ts';

test('an Enter right after another one is hasty, however many there are; one that comes later, or after another key, is not', () => {
  let now = 0;
  const mark = hasteMarker(() => now);
  const press = (id: string, after = 0) => {
    now += after;
    return mark([{id}])[0]?.hasty ?? false;
  };
  expect(press('enter')).toBe(false);
  expect(press('enter')).toBe(true);
  expect(press('enter', HASTE_MS - 1)).toBe(true);
  expect(press('enter', HASTE_MS - 1)).toBe(true);
  expect(press('enter', HASTE_MS)).toBe(false);
  expect(press('h')).toBe(false);
  expect(press('enter')).toBe(false);
});

test('keys of one read are told apart', () => {
  const mark = hasteMarker(() => 0);
  const marked = mark([{id: 'enter'}, {id: 'enter'}, {id: 'text', text: '3.3.0'}, {id: 'enter'}]);
  expect(marked.map(({hasty = false}) => hasty)).toEqual([false, true, false, false]);
});
