import {describe, expect, it} from 'vitest';
import {type Edited, edited, editLines, textOf, visualRows} from '../../src/screens/components/edit.ts';
import {lineDiff} from '../../src/screens/release-notes/write-notes.ts';
import {graphemes} from '../../src/services/text/width.ts';

const AREA = {width: 20, height: 3};

/** The text after some keys, its cursor shown as `|`. */
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
    ['Enter breaks the line', typed('ab', 'left', 'enter'), 'a\n|b'],
    ['a paste keeps its line breaks', typed('a', 'paste:b\n\nc\n'), 'ab\n\nc\n|'],
    ['Home and End are of the line', typed('ab\ncd', 'home'), 'ab\n|cd'],
    ['End', typed('ab\ncd', 'up', 'home', 'end'), 'ab|\ncd'],
    ['Ctrl+Home is of the text', typed('ab\ncd', 'ctrl+home'), '|ab\ncd'],
    ['Ctrl+U stops at the line', typed('ab\ncd', 'ctrl+u'), 'ab\n|'],
    ['Ctrl+K takes the rest of the line', typed('ab\ncd', 'ctrl+home', 'ctrl+k'), '|\ncd'],
    ['Ctrl+K at its end joins the next', typed('ab\ncd', 'ctrl+home', 'end', 'ctrl+k'), 'ab|cd'],
    ['Backspace joins lines', typed('ab\ncd', 'home', 'backspace'), 'ab|cd'],
    ['words end at line breaks', typed('ab\ncd', 'ctrl+w', 'ctrl+w'), '|'],
    ['the column is kept over shorter lines', typed('abcd\nx\nefgh', 'up', 'up'), 'abcd|\nx\nefgh'],
    ['and forgotten by other keys', typed('abcd\nx\nefgh', 'up', 'left', 'up'), '|abcd\nx\nefgh'],
    ['up from the first row leads to its beginning', typed('ab', 'up'), '|ab'],
    ['down from the last row leads to its end', typed('ab\ncd', 'home', 'down'), 'ab\ncd|'],
    ['a page is as high as the area', typed('1\n2\n3\n4\n5', 'pageup'), '1\n2|\n3\n4\n5'],
  ])('edits %s', (_, shown, wanted) => expect(shown).toBe(wanted));

  it('moves the cursor up and down by displayed rows', () => {
    expect(typed('one two three four five six', 'up')).toBe('one two |three four five six');
    expect(typed('one two three four five six', 'up', 'down')).toBe('one two three four five six|');
  });

  it('ignores keys that move no line', () => {
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
    ['at blanks', 'one two three', 9, ['one two ', 'three']],
    ['in a word that is too long', 'abcdefghij', 5, ['abcd', 'efgh', 'ij']],
    ['at line breaks', 'a\n\nb', 10, ['a', '', 'b']],
    ['none', '', 10, ['']],
    ['wide characters', '日本語です', 6, ['日本', '語で', 'す']],
    ['letters that terminals draw one by one', 'क्ष क्ष', 5, ['क्ष ', 'क्ष']],
    ['Thai vowels in a column of their own', 'ทำทำทำ', 6, ['ทำทำ', 'ทำ']],
  ])('breaks %s', (_, text, width, wanted) => expect(rows(text, width)).toEqual(wanted));
});

describe('a difference by lines', () => {
  const signs = (before: string | undefined, after: string) =>
    lineDiff(before, after).map(({kind, text}) => `${{same: ' ', removed: '-', added: '+'}[kind]}${text}`);

  it.each([
    ['new', undefined, 'a\nb', ['+a', '+b']],
    ['a line more', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
    ['a line less', 'a\nb\nc', 'a\nc', [' a', '-b', ' c']],
    ['another line', 'a\nb', 'a\nc', [' a', '-b', '+c']],
    ['all others', 'a', 'b', ['-a', '+b']],
  ])('shows %s', (_, before, next, wanted) => expect(signs(before, next)).toEqual(wanted));
});
