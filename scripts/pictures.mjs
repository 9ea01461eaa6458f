// Makes the pictures in docs/ from real runs of the app on the sandbox store. Needs tmux.
// Usage: npm run pictures [NAME …]
import {writeFileSync} from 'node:fs';
import {svgOf} from './pictures/svg.mjs';
import {Terminal} from './pictures/terminal.mjs';

const NARROW = {columns: 88, rows: 26};
const WIDE = {columns: 132, rows: 32};

/**
 * @typedef {object} Picture
 * @property {string} [app] the app whose versions are opened; by default, Home is opened
 * @property {readonly string[]} [command] the command to run instead
 * @property {readonly [key: string, shown: string][]} [keys] keys to press, each with the text to wait for
 * @property {string} shown the text that appears once everything has been read
 * @property {import('./pictures/terminal.mjs').Size} [size]
 */

const version = (/** @type {string} */ reference) => ['tui', 'version', '--version-id', reference];

/** @type {Readonly<Record<string, Picture>>} */
const PICTURES = {
  home: {shown: 'day 3', size: {columns: 120, rows: 28}},
  versions: {app: 'com.example.aurora', shown: 'submitted by', size: WIDE},
  version: {command: version('com.example.nearly@editable'), shown: 'before it can be submitted'},
  'release-day': {command: version('com.example.aurora@approved'), shown: 'it waits for you'},
  rollout: {command: version('com.example.steps@live'), shown: 'day 3'},
  notes: {
    command: ['tui', 'release-notes', '--version-id', 'com.example.tongues@editable'],
    shown: 'de-DE',
    keys: [
      ['Enter', '4000'],
      ['C-u', '0 of 4000'],
      ['Faster sync, and notes can be pinned.', '37 of'],
      ['C-s', 'Equivalent command'],
      ['Escape', '1 changed'],
    ],
  },
  release: {
    app: 'com.example.aurora',
    shown: 'Replaced with',
    keys: [
      ['R', 'Type'],
      ['3.3.', '3.3.'],
    ],
  },
  palette: {
    app: 'com.example.aurora',
    shown: 'Replaced with',
    keys: [
      ['C-p', 'Commands'],
      ['rel', 'Release'],
    ],
  },
  create: {app: 'com.example.aurora', shown: 'Replaced with', keys: [['c', 'Copyright']]},
  ship: {command: ['tui', 'ship', '--app', 'com.example.nearly'], shown: 'to go'},
  attach: {app: 'com.example.tides', shown: 'Prepare for', keys: [['b', 'valid']]},
  setup: {command: ['auth', 'init'], shown: 'remembers your profiles'},
};

const wanted = process.argv.slice(2);
for (const [name, picture] of Object.entries(PICTURES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const {app, command, shown, keys = [], size = NARROW} = picture;
  const opened = app === undefined ? [] : ['tui', 'versions', '--app', app];
  // The set-up appears only if nothing is set up, which the sandbox always is.
  const terminal = new Terminal(name === 'setup' ? (command ?? []) : [...(command ?? opened), '--sandbox'], size);
  try {
    await terminal.see(shown);
    for (const [key, then] of keys) {
      terminal.press(key);
      await terminal.see(then);
    }
    writeFileSync(`docs/${name}.svg`, svgOf([{screen: terminal.screen(), ms: 0}], size, `tool: ${name}`));
    console.log(`docs/${name}.svg`);
  } finally {
    terminal.close();
  }
}
