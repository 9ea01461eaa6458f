import {describe, expect, it} from 'vitest';
import {breakWords, cutLine} from '../../../src/services/text/terminal-lines.ts';

describe('lines for a terminal', () => {
  it.each([
    ['breaks a line between words', 'one two three', 8, 'one two\nthree'],
    ['keeps a line that fits', 'one two', 7, 'one two'],
    ['keeps the indentation of a line', '  one two three', 9, '  one two\n  three'],
    ['breaks each line by itself', 'one two\nthree four\n', 7, 'one two\nthree\nfour\n'],
    ['keeps a quoted command in one piece', "run 'tool apps list' now", 10, "run\n'tool apps list'\nnow"],
    ['keeps a command on a line of its own in one piece', 'tool apps list --limit 5', 10, 'tool apps list --limit 5'],
    ['keeps a word that is too long', 'at https://example.com/long', 10, 'at\nhttps://example.com/long'],
    ['counts wide characters twice', '潮汐 潮汐', 8, '潮汐\n潮汐'],
    ['does not break a rewritten line', '\r\u001b[Kone two three', 8, '\r\u001b[Kone two three'],
  ])('wraps the lines of a message: %s', (_, text, width, expected) => {
    expect(breakWords(text, width)).toBe(expected);
  });

  it('cuts a line that is rewritten in place to the width of the terminal', () => {
    expect(cutLine('IN_REVIEW', 9)).toBe('IN_REVIEW');
    expect(cutLine('IN_REVIEW, 3 min', 12)).toBe('IN_REVIEW...');
    expect(cutLine('潮汐潮汐潮汐', 10)).toBe('潮汐潮...');
  });
});
