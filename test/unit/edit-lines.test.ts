import {describe, expect, it} from 'vitest';
import {type Edited, edited, editLines, textOf, visualRows} from '../../src/screens/components/edit.ts';
import {lineDiff} from '../../src/screens/release-notes/write-notes.ts';
import {segmentsOf} from '../../src/screens/text/lines.ts';
import {graphemes} from '../../src/services/text/width.ts';

const AREA = {width: 20, height: 3};

/** Returns the text after some key presses, with `|` in place of the cursor. */
function typed(text: string, ...keys: string[]): string {
  let state: Edited = edited(text);
  for (const key of keys) {
    const press = key.startsWith('paste:') ? {id: 'paste', text: key.slice(6)} : {id: key};
    state = editLines(state, press, AREA) ?? state;
  }
  return `${textOf({...state, text: state.text.slice(0, state.cursor)})}|${state.text.slice(state.cursor).join('')}`;
}

describe('a text of several lines', () => {
  it.each([
    ['breaks the line on Enter', typed('ab', 'left', 'enter'), 'a\n|b'],
    ['keeps the line breaks of a paste', typed('a', 'paste:b\n\nc\n'), 'ab\n\nc\n|'],
    ['moves to the start of the line on Home', typed('ab\ncd', 'home'), 'ab\n|cd'],
    ['moves to the end of the line on End', typed('ab\ncd', 'up', 'home', 'end'), 'ab|\ncd'],
    ['moves to the start of the text on Ctrl+Home', typed('ab\ncd', 'ctrl+home'), '|ab\ncd'],
    ['deletes up to the start of the line on Ctrl+U', typed('ab\ncd', 'ctrl+u'), 'ab\n|'],
    ['deletes the rest of the line on Ctrl+K', typed('ab\ncd', 'ctrl+home', 'ctrl+k'), '|\ncd'],
    ['joins the next line on Ctrl+K at the end', typed('ab\ncd', 'ctrl+home', 'end', 'ctrl+k'), 'ab|cd'],
    ['joins lines on Backspace', typed('ab\ncd', 'home', 'backspace'), 'ab|cd'],
    ['ends words at line breaks', typed('ab\ncd', 'ctrl+w', 'ctrl+w'), '|'],
    ['keeps the column across shorter lines', typed('abcd\nx\nefgh', 'up', 'up'), 'abcd|\nx\nefgh'],
    ['forgets the column on other keys', typed('abcd\nx\nefgh', 'up', 'left', 'up'), '|abcd\nx\nefgh'],
    ['moves to the start on Up in the first row', typed('ab', 'up'), '|ab'],
    ['moves to the end on Down in the last row', typed('ab\ncd', 'home', 'down'), 'ab\ncd|'],
    ['moves by the height of the area on Page Up', typed('1\n2\n3\n4\n5', 'pageup'), '1\n2|\n3\n4\n5'],
  ])('edits text of several lines: %s', (_, shown, wanted) => expect(shown).toBe(wanted));

  it('moves the cursor up and down by displayed rows', () => {
    expect(typed('one two three four five six', 'up')).toBe('one two |three four five six');
    expect(typed('one two three four five six', 'up', 'down')).toBe('one two three four five six|');
  });

  it('ignores keys that neither edit text nor move the cursor', () => {
    expect(editLines(edited('a'), {id: 'ctrl+s'}, AREA)).toBeUndefined();
    expect(editLines(edited('a'), {id: 'esc'}, AREA)).toBeUndefined();
    expect(editLines(edited('a'), {id: 'tab'}, AREA)).toBeUndefined();
  });
});

describe('rows', () => {
  const rows = (text: string, width: number) => {
    const parts = graphemes(text);
    return visualRows(parts, width).map(({start, end}) => parts.slice(start, end).join(''));
  };

  it.each([
    ['at spaces', 'one two three', 9, ['one two ', 'three']],
    ['in a word that is too long', 'abcdefghij', 5, ['abcd', 'efgh', 'ij']],
    ['at line breaks', 'a\n\nb', 10, ['a', '', 'b']],
    ['nowhere if it is empty', '', 10, ['']],
    ['between wide characters', '日本語です', 6, ['日本', '語で', 'す']],
    ['between letters that terminals draw one by one', 'क्ष क्ष', 5, ['क्ष ', 'क्ष']],
    ['between Thai vowels', 'ทำทำทำ', 6, ['ทำทำ', 'ทำ']],
  ])('breaks a line %s', (_, text, width, wanted) => expect(rows(text, width)).toEqual(wanted));
});

describe('a difference by lines', () => {
  const signs = (before: string | undefined, after: string) =>
    lineDiff(before, after, 20).map((line) => {
      const texts = segmentsOf(line).map(({text}) => text);
      return texts.join('').replace(' ', '');
    });

  it.each([
    ['added lines of a new text', undefined, 'a\nb', ['+a', '+b']],
    ['an added line', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['a removed line', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['a changed line', 'a\nb', 'a\nc', [' a', '-b', '+c']],
    ['a changed text', 'a', 'b', ['-a', '+b']],
  ])('marks %s in a comparison of two texts', (_, before, next, wanted) => expect(signs(before, next)).toEqual(wanted));

  it('marks all lines as replaced in a comparison of two long texts that have little in common', () => {
    const lines = (start: number) => Array.from({length: 2000}, (_, index) => String.fromCharCode(start + index));
    const [before, next] = [lines(0x4e00), lines(0x6e00)];
    const wanted = [...before.map((line) => `-${line}`), ...next.map((line) => `+${line}`)];
    expect(signs(before.join('\n'), next.join('\n'))).toEqual(wanted);
  });
});
