import {expect, it} from 'vitest';
import {parseCollection, parseSingle} from '../../../src/services/store/documents.ts';

it.each(['[', '{"a":', '{"data":['])('refuses a response of 60 MB of %s before it is parsed', (opening) => {
  const body = opening.repeat(Math.ceil(60_000_000 / opening.length));
  expect(() => parseCollection(body)).toThrow('it is nested too deeply');
});

it.each([
  ['brackets within strings', `${'['.repeat(2_000_000)}`],
  ['escaped quotes before brackets', `${'\\"['.repeat(700_000)}`],
  ['backslashes before the end of a string', `${'\\\\'.repeat(700_000)}`],
])('accepts a long response with %s', (_, text) => {
  const body = `{"data": {"type": "x", "id": "1", "attributes": {"text": "${text}", "list": [[1]]}}}`;
  expect(parseSingle(body).data.id).toBe('1');
});
