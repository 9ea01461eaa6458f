import {afterEach, expect, test, vi} from 'vitest';
import {showsLinks} from '../../../src/services/host/terminal.ts';

afterEach(() => vi.unstubAllEnvs());

const KNOWING = [
  'CI',
  'FORCE_COLOR',
  'FORCE_HYPERLINK',
  'STY',
  'TERM',
  'TERM_PROGRAM',
  'TERM_PROGRAM_VERSION',
  'TMUX',
  'VTE_VERSION',
  'WT_SESSION',
];

test.each([
  ['iTerm', {TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.0'}, true],
  ['kitty', {TERM: 'xterm-kitty'}, true],
  ['GNOME Terminal', {TERM: 'xterm-256color', VTE_VERSION: '7600'}, true],
  ['an unknown terminal', {TERM: 'xterm-256color'}, false],
  ['Terminal.app', {TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal'}, false],
  ['a build server', {TERM: 'xterm-kitty', CI: 'true'}, false],
  ['a dumb terminal', {TERM: 'dumb', VTE_VERSION: '7600'}, false],
  ['tmux in GNOME Terminal', {TERM: 'screen', TMUX: '/tmp/t', VTE_VERSION: '7600'}, false],
  ['screen', {TERM: 'screen', STY: '1.a', VTE_VERSION: '7600'}, false],
  ['screen with FORCE_HYPERLINK=1', {TERM: 'screen', STY: '1.a', FORCE_HYPERLINK: '1'}, true],
  ['kitty with FORCE_HYPERLINK=0', {TERM: 'xterm-kitty', FORCE_HYPERLINK: '0'}, false],
])('detects whether links are shown in %s: %o, %s', async (_, env, expected) => {
  for (const name of KNOWING) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  expect(await showsLinks(process.env, {isTTY: true})).toBe(expected);
});
