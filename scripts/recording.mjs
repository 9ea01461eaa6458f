// Makes docs/release.svg: a release from its check list to live, recorded from a real run of the app on a served sandbox
// store. Needs tmux. Usage: npm run recording
import {writeFileSync} from 'node:fs';
import {serveSandbox} from './pictures/served-sandbox.mjs';
import {svgOf} from './pictures/svg.mjs';
import {Terminal} from './pictures/terminal.mjs';

const SIZE = {columns: 100, rows: 28};
/** How long a viewer needs, in milliseconds: to read what is new, to follow a key, a letter. */
const READ = 2200;
const KEY = 500;
const LETTER = 110;

/** @type {readonly {press?: string, type?: string, see: string, ms?: number}[]} */
const STEPS = [
  {see: '1 thing missing', ms: READ},
];

const store = await serveSandbox(['--review-seconds', '3', '--day-seconds', '3']);
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
  writeFileSync('docs/release.svg', svgOf(frames, SIZE));
} finally {
  terminal.close();
  store.stop();
}
