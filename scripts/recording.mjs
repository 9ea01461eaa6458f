// Makes docs/recording.svg, which takes a release from its checks to being live. It is recorded from a real run of the
// app on a served sandbox. Needs tmux. `npm run pictures` runs this script, too.
import {writeFileSync} from 'node:fs';
import {serveSandbox} from './pictures/served-sandbox.mjs';
import {svgOf} from './pictures/svg.mjs';
import {Terminal} from './pictures/terminal.mjs';

const SIZE = {columns: 100, rows: 28};
/** The time in milliseconds that a viewer needs to read something new, to follow a key, and to follow a letter. */
const READ = 2200;
const KEY = 500;
const LETTER = 110;

/** @type {readonly {press?: string, type?: string, see: string, ms?: number}[]} */
const STEPS = [
  {see: '1 thing missing', ms: READ},
  {press: 'Enter', see: 'Small things work better.', ms: READ},
  {press: 'Enter', see: '0 of 4000'},
  {type: 'Kleine Dinge gehen besser.', see: '26 of 4000'},
  {press: 'C-s', see: 'Equivalent command', ms: READ},
  {press: 'Enter', see: 'Wrote the release notes'},
  {press: 'Escape', see: 'everything the API can check', ms: READ},
  {press: 'Enter', see: 'Type the version'},
  {type: '1.1', see: '↵ submit  Ctrl'},
  {press: 'Enter', see: 'Submitting'},
  {see: 'Submitted', ms: READ},
  {press: 'Escape', see: 'watching', ms: READ},
  {see: 'In review', ms: READ},
  {see: 'Pending developer release', ms: READ},
  // The selection never moves to an action that cannot be undone, so `g` moves it there.
  {press: 'g', see: '▌ R  Release'},
  {press: 'Enter', see: 'Type the version'},
  {type: '1.1', see: '↵ release  Ctrl'},
  {press: 'Enter', see: '● Ready for sale', ms: READ},
  {press: 'Escape', see: 'live in the store', ms: 2 * READ},
];

const store = await serveSandbox(['--review-seconds', '20', '--day-seconds', '3']);
const terminal = new Terminal(['tui', 'version', '--version-id', 'com.example.nearly@editable'], SIZE, store.env);
/** @type {import('./pictures/svg.mjs').Frame[]} */
const frames = [];
const record = (/** @type {number} */ ms) => frames.push({screen: terminal.screen(), ms});
try {
  for (const {press, type = '', see, ms = KEY} of STEPS) {
    if (press !== undefined) terminal.press(press);
    for (const [index, letter] of [...type].entries()) {
      terminal.press(letter);
      await terminal.see(type.slice(0, index + 1).trimEnd());
      record(LETTER);
    }
    await terminal.see(see);
    record(ms);
  }
  writeFileSync('docs/recording.svg', svgOf(frames, SIZE, 'tool: a release from its check list to live'));
} finally {
  terminal.close();
  store.stop();
}
