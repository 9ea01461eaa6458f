import fc from 'fast-check';
import {expect, test} from 'vitest';
import {noteProblem, noteText} from '../../../src/services/model/release-notes.ts';
import {formatLocales, parseLocales} from '../../../src/services/notes/all-locales.ts';

const LOCALES = ['en-US', 'de-DE', 'ja'];

test('writes a heading for each locale into the file for all locales, and escapes lines like a heading', () => {
  const texts = new Map([
    ['en-US', 'Faster.\n# Sync\n\\# kept\n#tag'],
    ['de-DE', ''],
    ['ja', '速い'],
  ]);
  expect(formatLocales(texts)).toBe('# en-US\n\nFaster.\n\\# Sync\n\\\\# kept\n#tag\n\n# de-DE\n\n# ja\n\n速い');
});

test('reads back the texts that were written to the file for all locales, whatever they are', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom('# en-US', '\\# x', '#\tb', '', ' ', '\\', '\u2028# ja'), fc.string()), {
      maxLength: 6,
    })
    .map((lines) => noteText(lines.join('\n')))
    .filter((one) => one === '' || noteProblem(one) === undefined);
  fc.assert(
    fc.property(fc.array(text, {minLength: 3, maxLength: 3}), (all) => {
      const texts = new Map(LOCALES.map((locale, index) => [locale, all[index] ?? '']));
      for (const edited of [formatLocales(texts), `${formatLocales(texts).replaceAll('\n', '\r\n')}\r\n\r\n`])
        expect(parseLocales(edited, LOCALES)).toEqual({texts});
    }),
  );
});

test('ignores case and spaces in the heading of a locale, and accepts missing locales', () => {
  expect(parseLocales('#  EN-us  \nFaster.\n', LOCALES)).toEqual({texts: new Map([['en-US', 'Faster.']])});
  expect(parseLocales('', LOCALES)).toEqual({texts: new Map()});
});

test.each([
  [
    'words above the first heading',
    'Lost\nmore\n# en-US\na',
    ['Line 1: this text has no heading above it, e.g. # en-US'],
  ],
  [
    'a locale that the version lacks',
    '# en-US\na\n# fr-FR\nb\u001B]0;x\u0007',
    ["Line 3: '# fr-FR' is not a locale of this version. If it belongs to a text, put a backslash before the #"],
  ],
  ['a locale twice', '# ja\na\n# JA\nb', ["Line 3: '# JA' appears twice (first on line 1)"]],
  ['a text over the limit', `# ja\n${'a'.repeat(4001)}`, [expect.stringContaining('ja is too long: 4001')]],
  ['a private key', '# ja\n-----BEGIN PRIVATE KEY-----\nMIG', ['ja contains a private key, which is never sent']],
])('reports %s in a file for all locales', (_, edited, problems) => {
  expect(parseLocales(edited, LOCALES)).toEqual({problems});
});

test('quickly reads a file for all locales with a megabyte of headings', () => {
  const start = performance.now();
  const read = parseLocales('# x\n'.repeat(260_000), LOCALES);
  expect('problems' in read && read.problems.length).toBe(260_000);
  expect(performance.now() - start).toBeLessThan(60_000);
});
