import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, test, vi} from 'vitest';
import {edit, edited, textOf} from '../../src/screens/components/edit.ts';
import {placeColumns, scrollTo} from '../../src/screens/components/list-model.ts';
import {keyName} from '../../src/screens/input/keyboard.ts';
import {inWords, platformName, stateDisplay} from '../../src/screens/text/labels.ts';
import {clipLine} from '../../src/screens/text/lines.ts';
import {createTheme, speaksUnicode} from '../../src/screens/theme.ts';
import {capitalized} from '../../src/services/model/values.ts';
import {VERSION_STATES} from '../../src/services/model/version.ts';
import {localDate, localDateTime, localTime} from '../../src/services/text/local-time.ts';
import {pad, truncate, widthOf, wrap} from '../../src/services/text/width.ts';

const anyText = fc.string({unit: 'grapheme', maxLength: 40});

test.each([
  ['1.1 for iOS', '1.1 for iOS'],
  ['now: faster', 'Now: faster'],
  ['iOS, 12', 'iOS, 12'],
  ['visionOS', 'visionOS'],
  ['', ''],
])('writes %j at the start of a sentence as %j', (text, expected) => {
  expect(capitalized(text)).toBe(expected);
});

describe('widths', () => {
  test.each([
    ['short', 10, 'end', 'short'],
    ['Aurora Notes', 8, 'end', 'Aurora …'],
    ['潮汐潮汐', 5, 'end', '潮汐…'],
    ['潮汐潮汐', 4, 'end', '潮…'],
    ['8f3c1d2e-0000-41aa90', 11, 'middle', '8f3c1…1aa90'],
    ['👩‍👩‍👧 family', 4, 'end', '👩‍👩‍👧 …'],
    ['anything', 1, 'end', '…'],
    ['anything', 0, 'end', ''],
  ] as const)('fits %s into %i columns with the cut position "%s"', (text, width, cut, expected) => {
    expect(truncate(text, width, cut)).toBe(expected);
  });

  test('never makes truncated text wider than allowed', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), fc.constantFrom('end', 'middle'), (text, width, cut) => {
        expect(stringWidth(truncate(text, width, cut as 'end'))).toBeLessThanOrEqual(Math.max(width, 0));
      }),
    );
  });

  test.each([
    [['ab', 'cd'], 4, 'abcd'],
    [['abc', 'de'], 4, 'abc…'],
    [['abcd', 'e'], 4, 'abc…'],
    [['潮汐', '!'], 4, '潮…'],
    [['ab', 'cd', ''], 4, 'abcd'],
    [['ab', 'cd'], 1, '…'],
    [['ab', 'cd'], 0, ''],
  ] as const)('fits the pieces %j into %i columns, and marks a cut wherever it falls', (pieces, width, expected) => {
    const kept = clipLine(
      pieces.map((text) => ({text})),
      width,
      '…',
    );
    expect(kept.map(({text}) => text).join('')).toBe(expected);
  });

  test('counts columns, not characters, in padding', () => {
    expect(pad('潮', 4)).toBe('潮  ');
    expect(pad('7', 3, 'right')).toBe('  7');
    expect(widthOf(pad('e\u0301', 5))).toBe(5);
  });

  test('wraps text into lines that fit, and loses nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({unit: fc.constantFrom('a', 'b', '潮'), maxLength: 12}), {maxLength: 10}),
        (words) => {
          const text = words.filter(Boolean).join(' ');
          const lines = wrap(text, 8);
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(8);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        },
      ),
    );
  });
});

describe('columns', () => {
  const columns = [
    {title: 'Name', importance: 10, min: 8, cell: () => ''},
    {title: 'Bundle', importance: 1, min: 8, cell: () => ''},
    {title: 'State', importance: 5, min: 6, cell: () => ''},
  ];
  const placed = (width: number) => placeColumns(columns, [20, 30, 10], width).map(({title, width: w}) => [title, w]);

  test('makes all columns as wide as their content if there is room', () => {
    expect(placed(100)).toEqual([
      ['Name', 20],
      ['Bundle', 30],
      ['State', 10],
    ]);
  });

  test('shrinks the widest column first', () => {
    expect(placed(54)).toEqual([
      ['Name', 20],
      ['Bundle', 20],
      ['State', 10],
    ]);
  });

  test('drops the least important column first', () => {
    expect(placed(25).map(([title]) => title)).toEqual(['Name', 'State']);
    expect(placed(10)).toEqual([['Name', 10]]);
  });

  test.each([
    [40, 10],
    [66, 14],
    [100, 25],
  ])('lets a column of usual width 10 use free space: %i columns, width %i', (width, wanted) => {
    const limited = columns.map((column) => (column.title === 'Name' ? {...column, max: 10} : column));
    expect(placeColumns(limited, [25, 38, 10], width)[0]?.width).toBe(wanted);
  });

  test('never makes columns wider than the available width', () => {
    fc.assert(
      fc.property(fc.integer({min: 1, max: 200}), (width) => {
        const widths = placeColumns(columns, [20, 30, 10], width).map((column) => column.width);
        expect(widths.reduce((a, b) => a + b, 0) + 2 * (widths.length - 1)).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe('editing a line', () => {
  const typed = (start: string, ...keys: string[]) => {
    let state = edited(start);
    for (const id of keys) {
      const key = id.length === 1 ? {id: 'text', text: id} : {id};
      state = edit(state, key) ?? state;
    }
    const {text, cursor} = state;
    return `${text.slice(0, cursor).join('')}|${text.slice(cursor).join('')}`;
  };

  test.each([
    ['', ['a', 'b'], 'ab|'],
    ['abc', ['left', 'left', 'x'], 'ax|bc'],
    ['abc', ['home', 'delete'], '|bc'],
    ['abc', ['backspace'], 'ab|'],
    ['abc', ['ctrl+a', 'x'], 'x|abc'],
    ['abc', ['home', 'ctrl+e', 'x'], 'abcx|'],
    ['one two  ', ['ctrl+w'], 'one |'],
    ['one two', ['alt+left', 'ctrl+u'], '|two'],
    ['one two', ['alt+left', 'ctrl+k'], 'one |'],
    ['one two', ['home', 'alt+right', 'x'], 'onex| two'],
    ['👩‍👩‍👧é', ['backspace', 'backspace'], '|'],
    ['abc', ['home', 'left', 'backspace'], '|abc'],
  ])('edits the line "%s" with the keys %j', (start, keys, expected) => {
    expect(typed(start, ...keys)).toBe(expected);
  });

  test('removes line breaks from a paste into a one-line field', () => {
    const paste = {id: 'paste', text: '\n1.2.3\n4\n'};
    const one = edit(edited(''), paste);
    expect(one && textOf(one)).toBe('1.2.3 4');
  });

  test('ignores keys that do not edit a line', () => {
    for (const id of ['enter', 'esc', 'tab', 'up', 'ctrl+p', 'ctrl+s']) expect(edit(edited('a'), {id})).toBeUndefined();
  });
});

describe('words', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'treats %s as an unknown state and an unknown platform',
    (word) => {
      expect(stateDisplay(word)).toMatchObject({glyph: 'unknown', name: word, short: word});
      expect(platformName(word)).toBe(word);
    },
  );

  test('gives every known state a glyph of its kind, and an unknown state the glyph for unknown', () => {
    for (const state of VERSION_STATES) expect(stateDisplay(state).glyph).not.toBe('unknown');
    // The text names nobody, because the API does not say who withdrew the version.
    expect(stateDisplay('DEVELOPER_REJECTED').meaning).toBe('withdrawn: it can be changed and submitted again');
    expect(stateDisplay('SOMETHING_NEW')).toMatchObject({glyph: 'unknown', name: 'SOMETHING_NEW'});
  });

  test('names states and platforms in service messages as the app does, and keeps unknown names', () => {
    expect(inWords('The review submission is in IN_REVIEW.')).toBe('The review submission is in review.');
    expect(inWords('The item is in REJECTED')).toBe('The item is rejected');
    expect(inWords('There is no version 3.4.0 for MAC_OS, FAQ in SOMETHING_NEW')).toBe(
      'There is no version 3.4.0 for macOS, FAQ in SOMETHING_NEW',
    );
    expect(inWords('only a version in READY_FOR_SALE can')).toBe('only a version in ready for sale can');
  });

  test('shows times in the local zone', () => {
    vi.stubEnv('TZ', 'America/New_York');
    try {
      expect(localDateTime('2026-11-12T03:04:00.000+0000')).toBe('11 Nov 2026, 22:04');
      expect(localDate('2026-11-12T03:04:00.000+0000')).toBe('11 Nov 2026');
      expect(localDateTime('2026-11-12T10:04:05.678-0800')).toBe('12 Nov 2026, 13:04');
      expect(localTime(Date.parse('2026-11-12T03:04:05Z'))).toBe('22:04:05');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test('shows a string that is not a date unchanged', () => {
    expect(localDate('not a date')).toBe('not a date');
  });

  test('draws ASCII glyphs if the locale is not UTF-8', () => {
    expect(speaksUnicode({LANG: 'en_US.UTF-8'})).toBe(true);
    expect(speaksUnicode({LC_ALL: 'C', LANG: 'en_US.UTF-8'})).toBe(false);
    expect(speaksUnicode({TERM: 'linux'})).toBe(false);
    expect(speaksUnicode({TERM: 'linux', LANG: 'en_US.UTF-8'})).toBe(false);
    const {glyphs} = createTheme({noColor: false, screenReader: false, env: {LANG: 'C'}});
    for (const glyph of Object.values(glyphs).flat()) expect(glyph).toMatch(/^[\x20-\x7e]+$/);
    expect(keyName('ctrl+p', glyphs)).toBe('Ctrl+P');
    expect(keyName('enter', glyphs)).toBe('Enter');
  });
});

describe('the first row that is shown', () => {
  test.each([
    ['unchanged while the selection is visible', {top: 10, index: 29, height: 20, count: 100}, 10],
    ['with the selection in the middle after a step below the view', {top: 10, index: 30, height: 20, count: 100}, 20],
    ['with the selection in the middle after a step above the view', {top: 10, index: 9, height: 20, count: 100}, 0],
    ['in the middle of a long list', {top: 50, index: 49, height: 20, count: 100}, 39],
    ['without blank rows at the end', {top: 10, index: 99, height: 20, count: 100}, 80],
    ['zero if all rows fit', {top: 10, index: 3, height: 20, count: 15}, 0],
    ['zero if nothing is selected', {top: 0, index: -1, height: 20, count: 0}, 0],
  ])('computes the first visible row of a list: %s', (_, {top, index, height, count}, expected) => {
    expect(scrollTo(top, index, height, count)).toBe(expected);
  });
});
