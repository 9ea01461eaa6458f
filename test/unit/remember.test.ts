import * as originalTokens from '@alcalzone/ansi-tokenize';
import fc from 'fast-check';
import originalWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import * as tokens from '../../scripts/remember/ansi-tokenize.ts';
import {isSimple} from '../../scripts/remember/simple.ts';
import width from '../../scripts/remember/string-width.ts';

/** What the bundle puts in front of two packages must say what they say. */

const pieces = fc.oneof(
  fc.constantFrom('\u001b[31m', '\u001b[1;38;5;7m', '\u001b[0m', '\u001b[39m', '\u001b[2K', '\u001b', '\u009b1m'),
  fc.constantFrom(
    '▌',
    '●',
    '◕',
    '⊘',
    '›',
    '─',
    '…',
    '✕',
    '↵',
    '漢',
    '👩‍👩‍👧',
    '🇫🇷',
    'e\u0301',
    '1\ufe0f\u20e3',
    '\u00ad',
    '\n',
    '\t',
  ),
  fc.string({unit: 'binary-ascii', maxLength: 8}),
  fc.string({unit: 'grapheme', maxLength: 4}),
);
const texts = fc.array(pieces, {maxLength: 12}).map((parts) => parts.join(''));

describe('texts measured and taken apart once', () => {
  it('every simple character stands alone and is one column wide', () => {
    for (let code = 0; code < 0x10000; code += 1) {
      const character = String.fromCharCode(code);
      if (!isSimple(character)) continue;
      expect([character, originalWidth(character), [...new Intl.Segmenter().segment(`a${character}b`)].length]).toEqual(
        [character, 1, 3],
      );
    }
  });

  it('widths are those of the package', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(width(text)).toBe(originalWidth(text));
      }),
      {numRuns: 2000},
    );
  });

  it('tokens are those of the package', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(tokens.tokenize(text)).toEqual(originalTokens.tokenize(text));
      }),
      {numRuns: 2000},
    );
  });
});
