import {setImmediate} from 'node:timers/promises';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import type {KeyPress} from '../../src/screens/input/keyboard.ts';
import {KeyParser} from '../../src/screens/terminal/key-parser.ts';
import {TerminalInput} from '../../src/screens/terminal/terminal-input.ts';
import {FakeStdin} from '../support/fake-tty.ts';
import {ManualClock} from '../support/manual-clock.ts';

/** Returns the keys in these reads. A pause follows the last read. */
function keysOf(...reads: string[]): KeyPress[] {
  const parser = new KeyParser();
  return [...reads.flatMap((read) => parser.push(read)), ...parser.flush()];
}

const names = (...reads: string[]) => keysOf(...reads).map(({id, text}) => (text === undefined ? id : `${id}:${text}`));

describe('bytes of a terminal', () => {
  test.each([
    ['letters of one read as a run', 'abc', ['text:abc']],
    ['letters of one read and Enter', 'abc\r', ['text:abc', 'enter']],
    ['three arrows', '\u001B[A\u001B[A\u001B[B', ['up', 'up', 'down']],
    ['arrows of application mode', '\u001BOA\u001BOD', ['up', 'left']],
    [
      'Page Up, Page Down, Home and End',
      '\u001B[5~\u001B[6~\u001B[H\u001B[F\u001B[1~\u001B[4~',
      ['pageup', 'pagedown', 'home', 'end', 'home', 'end'],
    ],
    ['Delete and Backspace', '\u001B[3~\u007F\b', ['delete', 'backspace', 'backspace']],
    ['Tab and Shift+Tab', '\t\u001B[Z', ['tab', 'shift+tab']],
    ['letters with Ctrl', '\u0003\u0010\u001A', ['ctrl+c', 'ctrl+p', 'ctrl+z']],
    ['arrows with modifiers', '\u001B[1;5C\u001B[1;3D\u001B[1;2A', ['ctrl+right', 'alt+left', 'shift+up']],
    ['a lone Esc', '\u001B', ['esc']],
    ['Alt and a letter', '\u001Bq', ['alt+q']],
    ['Alt and a letter with its accent', '\u001Be\u0301x', ['alt+e\u0301', 'text:x']],
    ['Alt and a sign', '\u001B?', ['alt+?']],
    ['Alt with Enter, Tab or Backspace', '\u001B\r\u001B\t\u001B\u007F', ['alt+enter', 'alt+tab', 'alt+backspace']],
    ['Alt and Ctrl+P', '\u001B\u0010', ['alt+ctrl+p']],
    ['Alt and an arrow, as some terminals send it', '\u001B\u001B[B', ['alt+down']],
    ['Alt and a bracket as the beginning of a sequence, not as a key', '\u001B[\r\u001B[', ['enter']],
    ['Esc twice', '\u001B\u001B', ['esc', 'esc']],
    ['Esc before a report', '\u001B\u001B[I', ['esc', 'focus-in']],
    ['Ctrl+C after unfinished sequences', '\u001B\u0003\u001B]11;\u0003', ['esc', 'ctrl+c', 'ctrl+c']],
    ['keys between the halves of broken sequences', '\u001B[1;\u001B[A\u001B]11;rgb:\u001B[B\u001B[20', ['up', 'down']],
    ['a line break of Windows as one Enter', 'a\r\nb', ['text:a', 'enter', 'text:b']],
    [
      'a paste, whole and with its line breaks',
      '\u001B[200~q\r\nR\u001B[B\u001B[201~x',
      ['paste:q\nR\u001B[B', 'text:x'],
    ],
    ['focus reports, but no mouse click', '\u001B[I\u001B[<0;3;4Mj\u001B[O', ['focus-in', 'text:j', 'focus-out']],
    ['no key from answers of the terminal', '\u001B]11;rgb:0000/0000/0000\u0007\u001BP1+r\u001B\\\u001B[?62;c', []],
    ['emoji and combined letters', 'é👩‍👩‍👧x\u0301', ['text:é👩‍👩‍👧x\u0301']],
  ])('reads %s', (_, input, expected) => {
    expect(names(input)).toEqual(expected);
  });

  test('reads the same keys however their bytes are split into reads', () => {
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
      '\u001B[M nR',
      '\u001B[<0;10;5M',
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

  test('waits for the rest of a sequence or of a paste', () => {
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

describe('bytes that are not keys', () => {
  test.each([
    ['a click and its release', '\u001B[M !!\u001B[M#!!j', ['text:j']],
    ['a click far to the right, in UTF-8', '\u001B[M \u00a5!j', ['text:j']],
    ['a click whose coordinates are no UTF-8', '\u001B[M \ufffd\ufffdj', ['text:j']],
    ['a click whose coordinates look like letters and Enter', '\u001B[M qM\r', ['enter']],
    ['a click that lacks a coordinate', '\u001B[M !\u001B[A', ['up']],
    ['reports of highlighting', '\u001B[tab\u001B[Tabcdefj', ['text:j']],
    ['mouse events of SGR and of urxvt', '\u001B[<0;3;4M\u001B[<0;3;4m\u001B[32;3;4Mj', ['text:j']],
    ['reports of size, colours and modes', '\u001B[48;24;80;0;0t\u001B[?997;1n\u001B[?1;2c\u001B[?5uj', ['text:j']],
    ['an unfinished string before Ctrl+C', '\u001B]11;rgb:\u0003', ['ctrl+c']],
  ])('drops %s', (_, input, expected) => {
    expect(names(input)).toEqual(expected);
  });

  test('drops clicks however their bytes are split into reads', () => {
    const input = '\u001B[M !!\u001B[Mqqq\u001B[<0;3;4Mj';
    for (let first = 1; first < input.length; first++)
      for (let second = first; second < input.length; second++) {
        const reads = [input.slice(0, first), input.slice(first, second), input.slice(second)];
        expect(names(...reads.filter((read) => read !== ''))).toEqual(['text:j']);
      }
  });

  test('drops random mouse reports, and reads no key from them', () => {
    const coordinate = fc.integer({min: 32, max: 255}).map((code) => Buffer.from([code]).toString('utf8'));
    const event = fc.array(coordinate, {minLength: 3, maxLength: 3}).map((data) => `\u001B[M${data.join('')}`);
    fc.assert(
      fc.property(fc.array(event, {minLength: 1, maxLength: 5}), (events) => {
        expect(names(`${events.join('')}\u001B[B`)).toEqual(['down']);
      }),
    );
  });
});

describe('keys of the kitty protocol and of modifyOtherKeys', () => {
  test.each([
    ['Esc', '\u001B[27u\u001B[27;5;27~\u001B[27;129u', ['esc', 'esc', 'esc']],
    ['Ctrl+C', '\u001B[99;5u\u001B[27;5;99~\u001B[99;197u\u001B[67;6u', ['ctrl+c', 'ctrl+c', 'ctrl+c', 'ctrl+c']],
    ['Ctrl+C of another layout', '\u001B[1089::99;5u', ['ctrl+c']],
    ['Enter, also with Shift or Ctrl', '\u001B[13u\u001B[13;2u\u001B[27;5;13~\u001B[109;5u', Array(4).fill('enter')],
    ['Enter of an application keypad', '\u001BOM', ['enter']],
    ['Tab and Shift+Tab', '\u001B[9u\u001B[9;2u\u001B[105;5u\u001B[1;2Z', ['tab', 'shift+tab', 'tab', 'shift+tab']],
    ['Backspace', '\u001B[127u\u001B[127;2u\u001B[104;5u', ['backspace', 'backspace', 'backspace']],
    ['letters', '\u001B[97u\u001B[97;2u\u001B[97:65;2u\u001B[27;2;65~', ['text:a', 'text:A', 'text:A', 'text:A']],
    ['signs', '\u001B[49:33;2u\u001B[32;2u\u001B[45;;8211u', ['text:!', 'text: ', 'text:-']],
    [
      'Alt and a key',
      '\u001B[113;3u\u001B[27;3;113~\u001B[13;3u\u001B[113;33u',
      ['alt+q', 'alt+q', 'alt+enter', 'alt+q'],
    ],
    ['presses and repeats', '\u001B[97;1:1u\u001B[97;1:2u\u001B[1;1:2B', ['text:a', 'text:a', 'down']],
    ['no released key', '\u001B[97;1:3u\u001B[13;1:3u\u001B[1;1:3A\u001B[3;1:3~\u001B[27;1:3u', []],
    ['no modifier key', '\u001B[57441;2u\u001B[57358u\u001B[57428u', []],
    ['Super and a letter as Alt and the letter', '\u001B[99;9u', ['alt+c']],
    ['no code without a character', '\u001B[1114112u\u001B[55296u\u001B[99999999;5u\u001B[27;5;~', []],
    ['arrows with locks on', '\u001B[1;65A\u001B[1;129B\u001B[3;193~', ['up', 'down', 'delete']],
  ])('reads keys of the kitty protocol and of modifyOtherKeys: %s', (_, input, expected) => {
    expect(names(input)).toEqual(expected);
  });
});

describe('bytes that come late', () => {
  const reader = (isRemote = false) => {
    const clock = new ManualClock();
    const stdin = new FakeStdin();
    const input = new TerminalInput(stdin as unknown as NodeJS.ReadStream, {
      write() {},
      frame: () => 1,
      clock,
      isRemote,
    });
    const keys: string[] = [];
    input.listen((pressed) => keys.push(...pressed.map(({id, text}) => text ?? id)));
    input.enter();
    const read = async (text: string, pauseMs = 0) => {
      stdin.emit('data', Buffer.from(text));
      clock.advance(pauseMs);
      await setImmediate();
    };
    return {read, keys, clock};
  };

  test('joins an arrow key that ssh has split', async () => {
    const {read, keys} = reader(true);
    await read('\u001B', 60);
    await read('[B');
    expect(keys).toEqual(['down']);
  });

  test('reads a lone ESC as Esc after 25 ms, or over ssh after 100 ms', async () => {
    const local = reader();
    await local.read('\u001B', 25);
    expect(local.keys).toEqual(['esc']);
    const remote = reader(true);
    await remote.read('\u001B', 99);
    expect(remote.keys).toEqual([]);
    await remote.read('\u001B', 100);
    expect(remote.keys).toEqual(['esc', 'esc']);
  });

  test.each([
    ['the end of an arrow key', '\u001B', '[B'],
    ['the end of an arrow key with a modifier', '\u001B[1;', '5C'],
    ['the end of a colour report', '\u001B]11;rgb:1e1e', '/1e1e/1e1e\u001B\\'],
    ['the rest of a colour report whose ESC came alone', '\u001B', ']11;rgb:1e1e/1e1e/1e1e\u0007'],
    ['the coordinates of a click', '\u001B[M', ' !!'],
    ['the last coordinate of a click', '\u001B[M !', '!'],
  ])('drops %s after a pause of a second', async (_, first, late) => {
    const {read, keys} = reader();
    await read(first, 1000);
    const before = keys.length;
    await read(`${late}j`);
    expect(keys.slice(before)).toEqual(['j']);
  });

  test('joins a colour report whose parts are less than a second apart', async () => {
    const {read, keys} = reader();
    await read('\u001B]11;rgb:1e1e', 900);
    await read('/1e1e/1e', 900);
    await read('1e\u001B\\j');
    expect(keys).toEqual(['j']);
  });

  test('reads keys that follow a lone Esc or an incomplete mouse report', async () => {
    const {read, keys, clock} = reader();
    await read('\u001B', 30);
    await read('OK', 10);
    await read('\u001B[M', 1000);
    await read('j');
    await read('\u001B[M', 1000);
    await read('', 0);
    await read('abc');
    await read('\u001B[M', 1000);
    clock.advance(1001);
    await read(' !!');
    expect(keys).toEqual(['esc', 'OK', 'j', 'abc', ' !!']);
  });
});

describe('Esc', () => {
  test.each([
    ['before a letter in the next chunk', ['\u001B', 'b'], ['esc', 'text:b']],
    ['before Enter in the next chunk', ['\u001B', '\r'], ['esc', 'enter']],
    ['before an arrow in the next chunk', ['\u001B', '\u001B[A'], ['esc', 'up']],
    ['before a letter that may begin a sequence', ['\u001B', 'P'], ['esc', 'text:P']],
    [
      'as the beginning of a sequence that was cut',
      ['\u001B', '[A', '\u001B', 'OB', '\u001B', ']11;x\u0007'],
      ['up', 'down'],
    ],
  ])('recognises Esc %s', (_, reads, expected) => {
    expect(names(...reads)).toEqual(expected);
  });
});

test('assigns a key to the frame of its first byte, even if its last byte arrives on a later frame', async () => {
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

test('reads pending focus reports before giving the terminal back', async () => {
  const stdin = new FakeStdin();
  const written: string[] = [];
  const input = new TerminalInput(stdin as unknown as NodeJS.ReadStream, {
    write: (text) => written.push(text),
    frame: () => 1,
    clock: new ManualClock(),
  });
  input.enter();
  await input.drain();
  expect(written).toHaveLength(1);
  stdin.emit('data', Buffer.from('\u001B[I'));
  const drained = input.drain();
  expect(written.at(-1)).toContain('\u001B[?1004l');
  expect(stdin.isRaw).toBe(true);
  expect(stdin.listenerCount('data')).toBe(1);
  await drained;
  input.leave();
  expect(stdin.isRaw).toBe(false);
});

test('switches off unused terminal modes at the start, and all modes at the end', () => {
  const stdin = new FakeStdin();
  let bytes = '';
  const input = new TerminalInput(stdin as unknown as NodeJS.ReadStream, {
    write: (text) => {
      bytes += text;
    },
    frame: () => 1,
    clock: new ManualClock(),
  });
  const modes = () => {
    const state = new Map<string, string>();
    for (const [, list = '', final = ''] of bytes.matchAll(/\u001B\[\?([\d;]+)([hl])/g))
      for (const mode of list.split(';')) state.set(mode, final);
    return state;
  };
  const unused = ['1', '9', '1000', '1001', '1002', '1003', '1005', '1006', '1015', '1016'];
  input.enter();
  expect(unused.filter((mode) => modes().get(mode) !== 'l')).toEqual([]);
  expect(['1004', '2004'].map((mode) => modes().get(mode))).toEqual(['h', 'h']);
  expect(bytes).toContain('\u001B>\u001B[>4;0m\u001B[=0u');
  bytes = '';
  input.leave();
  expect([...unused, '1004', '2004'].filter((mode) => modes().get(mode) !== 'l')).toEqual([]);
  expect(bytes).toContain('\u001B>\u001B[>4;0m\u001B[=0u');
});

describe('a paste whose end is lost', () => {
  test('ends an unfinished paste on Ctrl+C', () => {
    expect(names('\u001B[200~abc', '\u0003', '\u0003', 'x')).toEqual(['paste:abc', 'ctrl+c', 'ctrl+c', 'text:x']);
  });

  test('ends an unfinished paste if Esc is followed by another Esc or another key', () => {
    expect(names('\u001B[200~abc', '\u001B', '\u001B')).toEqual(['paste:abc', 'esc', 'esc']);
    expect(names('\u001B[200~abc', '\u001B', 'j')).toEqual(['paste:abc', 'esc', 'text:j']);
    expect(names('\u001B[200~abc', '\u001B', '[201~', 'j')).toEqual(['paste:abc', 'text:j']);
  });

  test('reads a pasted Ctrl+C as text', () => {
    expect(names('\u001B[200~a\u0003', 'b\u001B[201~')).toEqual(['paste:a\u0003b']);
  });

  test('ends an unfinished paste after a pause, and drops half an end mark', () => {
    expect(names('\u001B[200~abc')).toEqual(['paste:abc']);
    expect(names('\u001B[200~abc\u001B[20')).toEqual(['paste:abc']);
    expect(names('\u001B[200~abc\u001B[20', '\u0003')).toEqual(['paste:abc', 'ctrl+c']);
  });

  test('reads keys again a second after an unfinished paste', async () => {
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
