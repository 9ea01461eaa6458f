import {setImmediate} from 'node:timers/promises';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {KeyPress} from '../../src/screens/input/key-press.ts';
import {KeyParser} from '../../src/screens/terminal/key-parser.ts';
import {TerminalInput} from '../../src/screens/terminal/terminal-input.ts';
import {FakeStdin} from '../support/fake-tty.ts';
import {ManualClock} from '../support/manual-clock.ts';

/** All keys of a text that comes in these reads, with a pause after the last. */
function keysOf(...reads: string[]): KeyPress[] {
  const parser = new KeyParser();
  return [...reads.flatMap((read) => parser.push(read)), ...parser.flush()];
}

const names = (...reads: string[]) => keysOf(...reads).map(({id, text}) => (text === undefined ? id : `${id}:${text}`));

describe('what a terminal sends becomes keys', () => {
  test.each([
    ['letters in one read are a run', 'abc', ['text:abc']],
    ['a run and Enter', 'abc\r', ['text:abc', 'enter']],
    ['three arrows', '\u001B[A\u001B[A\u001B[B', ['up', 'up', 'down']],
    ['arrows of application mode', '\u001BOA\u001BOD', ['up', 'left']],
    [
      'pages and ends',
      '\u001B[5~\u001B[6~\u001B[H\u001B[F\u001B[1~\u001B[4~',
      ['pageup', 'pagedown', 'home', 'end', 'home', 'end'],
    ],
    ['delete is not backspace', '\u001B[3~\u007F\b', ['delete', 'backspace', 'backspace']],
    ['Tab and Shift+Tab', '\t\u001B[Z', ['tab', 'shift+tab']],
    ['control letters', '\u0003\u0010\u001A', ['ctrl+c', 'ctrl+p', 'ctrl+z']],
    ['modifiers', '\u001B[1;5C\u001B[1;3D\u001B[1;2A', ['ctrl+right', 'alt+left', 'shift+up']],
    ['Esc by itself', '\u001B', ['esc']],
    ['Alt and a letter', '\u001Bq', ['alt+q']],
    ['Alt and a letter with its accent', '\u001Be\u0301x', ['alt+e\u0301', 'text:x']],
    ['Alt and a sign', '\u001B?', ['alt+?']],
    ['Alt and Enter, Tab, Backspace', '\u001B\r\u001B\t\u001B\u007F', ['alt+enter', 'alt+tab', 'alt+backspace']],
    ['Alt and Ctrl+P', '\u001B\u0010', ['alt+ctrl+p']],
    ['Alt and an arrow, as some terminals send it', '\u001B\u001B[B', ['alt+down']],
    ['Alt and a bracket, before a key and at the end', '\u001B[\r\u001B[', ['enter']],
    ['Esc twice', '\u001B\u001B', ['esc', 'esc']],
    ['Esc before a report', '\u001B\u001B[I', ['esc', 'focus-in']],
    ['Ctrl+C, whatever is before it', '\u001B\u0003\u001B]11;\u0003', ['esc', 'ctrl+c', 'alt+]', 'text:11;', 'ctrl+c']],
    ['halves of sequences', '\u001B[1;\u001B[A\u001B]11;rgb:\u001B[B\u001B[20', ['up', 'down']],
    ['a line break of Windows', 'a\r\nb', ['text:a', 'enter', 'text:b']],
    [
      'a paste, whole and with its line breaks',
      '\u001B[200~q\r\nR\u001B[B\u001B[201~x',
      ['paste:q\nR\u001B[B', 'text:x'],
    ],
    ['focus reports and mouse', '\u001B[I\u001B[<0;3;4Mj\u001B[O', ['focus-in', 'text:j', 'focus-out']],
    ['answers of the terminal', '\u001B]11;rgb:0000/0000/0000\u0007\u001BP1+r\u001B\\\u001B[?62;c', []],
    ['emoji and combined letters', 'é👩‍👩‍👧x\u0301', ['text:é👩‍👩‍👧x\u0301']],
  ])('%s', (_, input, expected) => {
    expect(names(input)).toEqual(expected);
  });

  test('however the reads are cut, the keys are the same', () => {
    const piece = fc.constantFrom(
      'a',
      'Z',
      '?',
      '\r',
      '\t',
      '\u0003',
      '\u001B[A',
      '\u001B[6~',
      '\u001BOB',
      '\u001B[200~x\ny\u001B[201~',
      '潮',
    );
    fc.assert(
      fc.property(fc.array(piece, {maxLength: 12}), fc.array(fc.nat(40), {maxLength: 6}), (pieces, cuts) => {
        const input = pieces.join('');
        const places = [...new Set(cuts)].filter((cut) => cut < input.length).sort((a, b) => a - b);
        const reads = [0, ...places].map((from, index) => input.slice(from, places[index] ?? input.length));
        const spelt = (keys: KeyPress[]) =>
          keys.flatMap(({id, text = ''}) => (id === 'text' ? [...text] : [id + text]));
        expect(spelt(keysOf(...reads))).toEqual(spelt(keysOf(input)));
      }),
    );
  });

  test('half a sequence waits, half a paste waits longer', () => {
    const parser = new KeyParser();
    expect(parser.push('\u001B[')).toEqual([]);
    expect(parser.waitsFor).toBe('sequence');
    expect(parser.push('A')).toEqual([{id: 'up'}]);
    expect(parser.waitsFor).toBeUndefined();
    expect(parser.push('\u001B[200~half')).toEqual([]);
    expect(parser.waitsFor).toBe('paste');
    expect(parser.push(' and half\u001B[201~')).toEqual([{id: 'paste', text: 'half and half'}]);
    expect(parser.waitsFor).toBeUndefined();
  });
});

describe('Esc', () => {
  test.each([
    ['alone in its read, a letter in the next', ['\u001B', 'b'], ['esc', 'text:b']],
    ['and Enter', ['\u001B', '\r'], ['esc', 'enter']],
    ['and a sequence', ['\u001B', '\u001B[A'], ['esc', 'up']],
    ['and a letter that begins sequences', ['\u001B', 'P'], ['esc', 'text:P']],
    [
      'the beginning of a sequence that was cut',
      ['\u001B', '[A', '\u001B', 'OB', '\u001B', ']11;x\u0007'],
      ['up', 'down'],
    ],
  ])('%s', (_, reads, expected) => {
    expect(names(...reads)).toEqual(expected);
  });
});

test('a key is dated by its first byte, whatever was on the screen once it was complete', async () => {
  const clock = new ManualClock();
  const stdin = new FakeStdin();
  let frame = 1;
  const input = new TerminalInput(stdin as unknown as NodeJS.ReadStream, {write() {}, frame: () => frame, clock});
  const keys: KeyPress[] = [];
  input.listen((pressed) => keys.push(...pressed));
  input.enter();
  const at = clock.now();
  stdin.emit('data', Buffer.from('\u001B'));
  frame = 2;
  clock.skip();
  await setImmediate();
  stdin.emit('data', Buffer.from('\u001B['));
  frame = 3;
  stdin.emit('data', Buffer.from('A'));
  stdin.emit('data', Buffer.from('B'));
  expect(keys).toEqual([
    {id: 'esc', at, frame: 1},
    {id: 'up', at: at + 25, frame: 2},
    {id: 'text', text: 'B', at: at + 25, frame: 3},
  ]);
  input.leave();
});

describe('a paste whose end is lost', () => {
  test('Ctrl+C ends it', () => {
    expect(names('\u001B[200~abc', '\u0003', '\u0003', 'x')).toEqual(['paste:abc', 'ctrl+c', 'ctrl+c', 'text:x']);
  });

  test('so does Esc, pressed twice or before another key', () => {
    expect(names('\u001B[200~abc', '\u001B', '\u001B')).toEqual(['paste:abc', 'esc', 'esc']);
    expect(names('\u001B[200~abc', '\u001B', 'j')).toEqual(['paste:abc', 'esc', 'text:j']);
    expect(names('\u001B[200~abc', '\u001B', '[201~', 'j')).toEqual(['paste:abc', 'text:j']);
  });

  test('a Ctrl+C that is pasted is text', () => {
    expect(names('\u001B[200~a\u0003', 'b\u001B[201~')).toEqual(['paste:a\u0003b']);
  });

  test('silence ends it, half an end mark is no text', () => {
    expect(names('\u001B[200~abc')).toEqual(['paste:abc']);
    expect(names('\u001B[200~abc\u001B[20')).toEqual(['paste:abc']);
    expect(names('\u001B[200~abc\u001B[20', '\u0003')).toEqual(['paste:abc', 'ctrl+c']);
  });

  test('keys work again after a second of silence', async () => {
    const clock = new ManualClock();
    const stdin = new FakeStdin();
    const input = new TerminalInput(stdin as unknown as NodeJS.ReadStream, {write() {}, frame: () => 7, clock});
    const keys: KeyPress[] = [];
    input.listen((pressed) => keys.push(...pressed));
    input.enter();
    stdin.emit('data', Buffer.from('\u001B[200~abc'));
    stdin.emit('data', Buffer.from('d'));
    expect(keys).toEqual([]);
    expect(clock.asleep()).toEqual([1000]);
    clock.skip();
    await setImmediate();
    stdin.emit('data', Buffer.from('q'));
    expect(keys).toEqual([
      {id: 'paste', text: 'abcd', at: clock.now() - 1000, frame: 7},
      {id: 'text', text: 'q', at: clock.now(), frame: 7},
    ]);
    input.leave();
  });
});
