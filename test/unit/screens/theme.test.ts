import {expect, test} from 'vitest';
import {createTheme} from '../../../src/screens/theme.ts';

test('draws each sign with a different character in ASCII', () => {
  const {glyphs} = createTheme({noColor: false, screenReader: false, env: {LANG: 'C'}});
  const {prepare, waiting, review, approved, processing, live, rejected, removed, blocked, unknown} = glyphs;
  const {ok, changed, full, marker, none, dot, ellipsis, up, down} = glyphs;
  const signs = [prepare, waiting, review, approved, processing, live, rejected, removed, blocked, unknown];
  const apart = [...signs, ok, changed, full];
  expect(new Set(apart).size).toBe(apart.length);
  // A line above the list may name the key `r`, so no sign may look like it.
  expect(apart).not.toContain('r');
  for (const other of [marker, none, dot, ellipsis, up, down]) expect(apart).not.toContain(other);
});
