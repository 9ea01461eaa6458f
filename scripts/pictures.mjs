// Makes the pictures in docs/ from real runs of the app: tmux holds the terminal, Chromium draws what it shows.
// Needs tmux and chromium (Debian's packages of those names). Usage: npm run pictures [NAME …]
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {AnsiUp} from 'ansi_up';

/** Keys to press, and the text that shows that the next may follow. */
/**
 * @typedef {object} Picture
 * @property {[key: string, shown?: string][]} keys each typed, then waited for what it shows
 * @property {string} until what is there when the picture is taken
 * @property {string[]} [command]
 * @property {boolean} [empty] without the sandbox
 * @property {string} [app]
 */

/** @type {Record<string, Picture>} */
const PICTURES = {
  home: {keys: [], until: 'Aurora Notes'},
  versions: {keys: [['Enter', 'Ready for sale']], until: 'Created'},
  version: {
    keys: [
      ['Enter', 'Ready for sale'],
      ['Enter', 'Submission'],
    ],
    until: 'submitted by',
  },
  palette: {
    keys: [
      ['Enter', 'Ready for sale'],
      ['C-p', 'Commands'],
      ['rel', 'Release'],
    ],
    until: 'Release',
  },
  filter: {
    keys: [
      ['Enter', 'Ready for sale'],
      ['f', 'In review'],
      [' ', ''],
      ['Down', ''],
      [' ', ''],
    ],
    until: 'In review',
  },
  create: {
    keys: [
      ['Enter', 'Ready for sale'],
      ['c', 'Copyright'],
    ],
    until: 'Copyright',
  },
  attach: {
    app: 'com.example.tides',
    keys: [
      ['Enter', 'repare for submission'],
      ['b', 'uild'],
    ],
    until: 'uild',
  },
  release: {
    keys: [
      ['Enter', 'Ready for sale'],
      ['R', 'Type'],
      ['3.3.', '3.3.'],
    ],
    until: 'Type',
  },
  profiles: {keys: [['P', 'Key ID']], until: 'Key ID'},
  doctor: {keys: [['!', 'Profiles']], until: 'issues found'},
  setup: {command: ['auth', 'init'], empty: true, keys: [], until: 'ssuer'},
};

/** Characters that take two columns in a terminal, whatever the font makes of them. */
const WIDE = /[\u2e80-\u9fff\uff00-\uff60\u2728\u{1f300}-\u{1faff}]/gu;

const home = mkdtempSync(join(tmpdir(), 'tool-pictures-'));
const session = `tool-pictures-${process.pid}`;
/** @param {string[]} words */
const tmux = (...words) =>
  execFileSync('tmux', ['-L', session, '-f', '/dev/null', ...words], {
    encoding: 'utf8',
    env: {...process.env, HOME: home},
  });
/** @param {string[]} flags */
const screen = (...flags) => tmux('capture-pane', '-p', '-t', session, ...flags);

/** @param {string} text */
async function waitFor(text) {
  for (let end = Date.now() + 15_000; !screen().includes(text); await pause(50)) {
    if (Date.now() > end) throw new Error(`no ${JSON.stringify(text)} in:\n${screen()}`);
  }
  await pause(400);
}

/** @param {Picture} picture @returns {Promise<string>} the screen with its colours */
async function capture({command = [], keys, until, empty = false, app}) {
  const words = ['node', resolve('dist/cli.js'), ...command, ...(empty ? [] : ['--sandbox'])].join(' ');
  const own = join(home, String(Math.random()));
  mkdirSync(own);
  const opened = app ? words.replace('--sandbox', `tui versions --app ${app} --sandbox`) : words;
  tmux(
    'new-session',
    '-d',
    '-s',
    session,
    '-x',
    '88',
    '-y',
    '26',
    `env HOME=${own} TOOL_BYPASS_KEYCHAIN=1 TERM=tmux-256color ${opened}`,
  );
  try {
    if (!app) await waitFor(keys.length > 0 ? 'Aurora Notes' : until);
    for (const [key, shown] of keys) {
      tmux('send-keys', '-t', session, ...(/^[A-Z]-?[a-z]+$|^C-/.test(key) ? [key] : ['-l', key]));
      if (shown) await waitFor(shown);
      else await pause(200);
    }
    await waitFor(until);
    return screen('-e');
  } finally {
    tmux('kill-server');
  }
}

/** @param {string} name @param {string} text */
function draw(name, text) {
  const ansi = new AnsiUp();
  const page = join(home, `${name}.html`);
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><style>
      body { margin: 0; background: #16181d; }
      pre { margin: 0; padding: 18px 20px; color: #d6d9e0; font: 15px/19px "DejaVu Sans Mono", "Noto Sans Mono CJK JP", monospace; }
      i { display: inline-block; width: 2ch; font-style: normal; }
    </style><pre>${ansi.ansi_to_html(text.trimEnd()).replace(WIDE, '<i>$&</i>')}</pre>`,
  );
  const size = '--window-size=840,536';
  const picture = resolve('docs', `${name}.png`);
  execFileSync(
    'chromium',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      '--force-device-scale-factor=1.5',
      `--user-data-dir=${join(home, 'chromium')}`,
      size,
      `--screenshot=${picture}`,
      `file://${page}`,
    ],
    {stdio: 'ignore'},
  );
  console.log(picture);
}

mkdirSync('docs', {recursive: true});
try {
  const wanted = process.argv.slice(2);
  for (const [name, picture] of Object.entries(PICTURES)) {
    if (wanted.length === 0 || wanted.includes(name)) draw(name, await capture(picture));
  }
} finally {
  rmSync(home, {recursive: true, force: true});
}
