import {describe, expect, test} from 'vitest';
import {AppTerminal, mayRing, type Notify, readNotify, ringSequence} from '../../src/screens/terminal/app-terminal.ts';
import type {Env, Host} from '../../src/services/ports.ts';
import {FakeStdin, FakeStdout} from '../support/fake-tty.ts';
import {ManualClock} from '../support/manual-clock.ts';

describe('TOOL_NOTIFY', () => {
  test.each([
    [undefined, 'auto'],
    ['', 'auto'],
    ['on', 'on'],
    [' Bell ', 'bell'],
    ['OFF', 'off'],
  ])('reads TOOL_NOTIFY %j as %s', (value, expected) => {
    const warnings: string[] = [];
    expect(readNotify({TOOL_NOTIFY: value}, (text) => warnings.push(text))).toBe(expected);
    expect(warnings).toEqual([]);
  });

  test('warns once about an unknown TOOL_NOTIFY, and ignores it', () => {
    const warnings: string[] = [];
    expect(readNotify({TOOL_NOTIFY: 'loud'}, (text) => warnings.push(text))).toBe('auto');
    expect(warnings).toEqual(["TOOL_NOTIFY: 'loud' is not one of on, bell, off"]);
  });
});

test.each<[Notify, Env, boolean | undefined, boolean]>([
  ['auto', {}, undefined, false],
  ['auto', {}, true, false],
  ['auto', {}, false, true],
  ['auto', {TMUX: '/tmp/tmux'}, undefined, true],
  ['auto', {TMUX: '/tmp/tmux'}, true, false],
  ['on', {}, undefined, true],
  ['on', {}, true, true],
  ['bell', {}, undefined, true],
  ['bell', {}, true, false],
  ['bell', {}, false, true],
  ['off', {}, false, false],
])(
  'decides whether TOOL_NOTIFY=%s rings with the environment %j and the focus %s: %s',
  (notify, env, hasFocus, expected) => {
    expect(mayRing(notify, hasFocus, env)).toBe(expected);
  },
);

test.each<[string, Notify, Env, string]>([
  ['an unknown terminal with the bell', 'on', {TERM: 'xterm-256color'}, '\u0007'],
  ['iTerm2 with a notification', 'auto', {TERM_PROGRAM: 'iTerm.app'}, '\u0007\u001B]9;In review\u0007'],
  ['kitty with a notification', 'auto', {TERM: 'xterm-kitty'}, '\u0007\u001B]9;In review\u0007'],
  ['foot with a notification', 'auto', {TERM: 'foot-extra'}, '\u0007\u001B]777;notify;tool;In review\u0007'],
  ['tmux with the bell only', 'on', {TERM_PROGRAM: 'WezTerm', TMUX: '/tmp/tmux'}, '\u0007'],
  ['WezTerm with the bell only if TOOL_NOTIFY is bell', 'bell', {TERM_PROGRAM: 'WezTerm'}, '\u0007'],
])('rings in %s', (_, notify, env, expected) => {
  expect(ringSequence('In review', notify, env)).toBe(expected);
});

test('strips control characters from a notification', () => {
  expect(ringSequence('a\u0007b\u001B]c;d\u009Ce', 'on', {TERM_PROGRAM: 'ghostty'})).toBe(
    '\u0007\u001B]9;a b ]c d e\u0007',
  );
});

test('rings only while the terminal lacks focus, and turns off focus reports when the app closes the terminal', () => {
  const stdin = new FakeStdin();
  const stdout = new FakeStdout(80, 24);
  const terminal = new AppTerminal({
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    host: {env: {}, clock: new ManualClock()} as unknown as Host,
    screenReader: false,
    notify: 'auto',
  });
  const keys: string[] = [];
  terminal.input.listen((pressed) => keys.push(...pressed.map(({id}) => id)));
  terminal.acquire();
  expect(stdout.bytes).toContain('\u001B[?1004h');
  const ringsAfter = (report: string) => {
    const before = stdout.bells;
    stdin.emit('data', Buffer.from(report));
    terminal.ring('3.3.0 iOS: in review');
    return stdout.bells > before;
  };
  expect(ringsAfter('')).toBe(false);
  expect(ringsAfter('\u001B[O')).toBe(true);
  expect(ringsAfter('\u001B[I')).toBe(false);
  expect(ringsAfter('\u001B[I\u001B[O')).toBe(true);
  expect(keys).toEqual([]);
  terminal.close();
  expect(stdout.bytes.split('\u001B[?1004').at(-1)).toMatch(/^l/);
});
