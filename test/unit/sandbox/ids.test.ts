import fc from 'fast-check';
import {expect, test} from 'vitest';
import {decodeId, derivedId, encodeId} from '../../../src/services/sandbox/ids.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const key = fc.record({
  kind: fc.integer({min: 1, max: 15}),
  app: fc.integer({min: 0, max: 0xffffff}),
  ordinal: fc.integer({min: 0, max: 0xffffffff}),
});

test('an ID is a UUID that leads back to its key', () => {
  fc.assert(
    fc.property(key, (sample) => {
      const id = encodeId(sample);
      expect(id).toMatch(UUID);
      expect(decodeId(id)).toEqual(sample);
    }),
  );
});

test('IDs are the same in every run', () => {
  expect(encodeId({kind: 1, app: 0, ordinal: 0})).toBe('1e855b05-c62d-4f16-a9c8-346bd2751aa0');
});

test('nothing else is taken for one', () => {
  const id = encodeId({kind: 1, app: 3, ordinal: 7});
  const others = [
    '',
    'none',
    crypto.randomUUID(),
    id.toUpperCase(),
    `${id}0`,
    id.replace(/^./, (first) => (first === '0' ? '1' : '0')),
  ];
  for (const other of others) expect(decodeId(other), other).toBeUndefined();
});

test('derived IDs are UUIDs of kind and parent', () => {
  expect(derivedId('a', 'b')).toMatch(UUID);
  expect(derivedId('a', 'b')).toBe(derivedId('a', 'b'));
  expect(derivedId('a', 'c')).not.toBe(derivedId('a', 'b'));
});
