import {expect, it} from 'vitest';
import {drained, mapped} from '../../src/services/async/generators.ts';

let ended = 0;
async function* counting() {
  try {
    yield 1;
    yield 2;
    return 'all';
  } finally {
    ended += 1;
  }
}

it('passes every value of a generator on, and returns its result', async () => {
  const seen: number[] = [];
  expect(await drained(counting(), (value) => seen.push(value))).toBe('all');
  expect(seen).toEqual([1, 2]);
});

it('maps every value of a generator', async () => {
  const steps = mapped(counting(), (value) => `${value}!`);
  expect(await steps.next()).toEqual({done: false, value: '1!'});
  expect(await steps.next()).toEqual({done: false, value: '2!'});
  expect(await steps.next()).toEqual({done: true, value: 'all'});
});

it('ends the source generator if the consumer stops or fails', async () => {
  ended = 0;
  const steps = mapped(counting(), String);
  await steps.next();
  await steps.return('early');
  expect(ended).toBe(1);
  await expect(drained(counting(), () => Promise.reject(new Error('closed pipe')))).rejects.toThrow('closed pipe');
  expect(ended).toBe(2);
});
