import {setImmediate} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {createShell, type Toast} from '../../../src/screens/context/shell.ts';
import {type Copied, copyText} from '../../../src/screens/terminal/app-terminal.ts';
import {createTheme} from '../../../src/screens/theme.ts';
import type {Env, ShellOptions} from '../../../src/services/ports.ts';

async function copied(text: string, how: Copied = 'copied') {
  const copies: string[] = [];
  const toasts: Toast[] = [];
  const copy = async (one: string) => {
    copies.push(one);
    return how;
  };
  const shell = createShell({
    ask: async () => false,
    leave: () => {},
    guard: {current: undefined},
    host: {browser: {open: async () => false}, editor: {edit: async () => ({kind: 'unchanged'})}} as never,
    terminal: {releaseWhile: (work) => work(), copy},
    keptFiles: new Set(),
    answer: (toast) => toasts.push(toast),
    glyphs: createTheme({noColor: false, screenReader: false, env: {}}).glyphs,
  });
  shell.copy(text, 'Command');
  await setImmediate();
  return {copies, said: toasts.map(({text: said}) => said)};
}

test('copies a tab and a line break in a quoted text, but no other control character', async () => {
  const {copies, said} = await copied("tool --text 'a\tb\nc\rd\u001be'");
  expect(copies).toEqual(["tool --text 'a\tb\nc\\rd\\x1be'"]);
  expect(said).toEqual([expect.stringMatching(/^Command copied, with invisible characters spelled out: tool/)]);
  expect((await copied("tool --text 'a\tb'")).said).toEqual([expect.stringMatching(/^Command copied: tool/)]);
});

test('says in one line what was copied, or shows the full text if there is no clipboard', async () => {
  const long = `tool release-notes set --text 'first\nsecond ${'and more '.repeat(20)}'`;
  const [said = ''] = (await copied(long)).said;
  expect(said).toMatch(/^Command copied: tool release-notes set --text .*…$/);
  expect(said.length).toBeLessThanOrEqual(80);
  expect(said).not.toContain('\n');
  expect((await copied(long, 'none')).said).toEqual([`This terminal has no clipboard. Command: ${long}`]);
});

describe('the clipboard', () => {
  async function copy(env: Env, platform = 'linux', problem?: string) {
    const commands: string[] = [];
    const sent: string[] = [];
    const run = async (command: string, {input}: ShellOptions) => {
      commands.push(`${command} < ${input}`);
      return {problem};
    };
    const signal = new AbortController().signal;
    const copied = await copyText('x', {env, platform, signal, shell: {run}, send: (text) => sent.push(text)});
    return {copied, commands, sent: sent.join('')};
  }
  const OSC = '\u001B]52;c;eA==\u0007';

  test.each([
    ['tmux', {TMUX: '/tmp/tmux,1,0', DISPLAY: ':0', SSH_CONNECTION: 'a b'}, 'linux', 'tmux load-buffer -w - < x'],
    ['macOS', {}, 'darwin', 'pbcopy < x'],
    ['Wayland', {WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0'}, 'linux', 'wl-copy >/dev/null 2>&1 < x'],
    ['X11', {DISPLAY: ':0'}, 'linux', 'xclip -selection clipboard >/dev/null 2>&1 < x'],
  ])('copies with the clipboard program of %s', async (_, env, platform, command) => {
    expect(await copy(env, platform)).toEqual({copied: 'copied', commands: [command], sent: ''});
  });

  test('copies through the terminal over ssh, or if the clipboard program fails', async () => {
    expect(await copy({SSH_CONNECTION: 'a b', DISPLAY: ':10'}, 'darwin')).toEqual({
      copied: 'sent',
      commands: [],
      sent: OSC,
    });
    expect(await copy({DISPLAY: ':0'}, 'linux', 'ended with exit code 127')).toMatchObject({copied: 'sent', sent: OSC});
    expect((await copy({TMUX: 'x'}, 'linux', 'ended with exit code 1')).sent).toContain('\u001BPtmux;');
  });

  test('copies nothing on the Linux console, which has no clipboard', async () => {
    expect(await copy({TERM: 'linux'})).toEqual({copied: 'none', commands: [], sent: ''});
  });
});
