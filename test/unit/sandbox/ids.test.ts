import {expect, test} from 'vitest';
import {appOf, derivedId, isSampleId, newId, sampleId} from '../../../src/services/sandbox/records/store.ts';

const APP = '6446048371';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('gives sample records the same ID in every run, but a different ID per kind, app and name', () => {
  const id = sampleId('versions', APP, 'IOS 3.3.0');
  expect(id).toBe('97a3d8cd-95fa-567b-86b5-00018036e473');
  const others = [
    sampleId('builds', APP, 'IOS 3.3.0'),
    sampleId('versions', '6446056290', 'IOS 3.3.0'),
    sampleId('versions', APP, 'IOS 3.3.1'),
  ];
  expect(others).not.toContain(id);
});

test('makes every ID of the sandbox a UUID that contains the ID of its app', () => {
  const id = sampleId('versions', APP, 'IOS 3.3.0');
  for (const one of [id, derivedId('items', id), newId(APP), derivedId('items', newId(APP))]) {
    expect(one).toMatch(UUID);
    expect(appOf(one)).toBe(APP);
  }
});

test('tells the ID of a created record from the ID of a sample', () => {
  expect(newId(APP)).not.toBe(newId(APP));
  expect([isSampleId(newId(APP)), isSampleId(sampleId('versions', APP, 'x'))]).toEqual([false, true]);
});
