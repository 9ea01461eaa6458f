import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterEach, expect, test} from 'vitest';
import {COMMAND, FIRST_WORDS, PROGRAM} from '../support/cli.ts';
import {PATIENCE} from '../support/patience.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

/**
 * The number of random keys that the built app gets while its service is slow and sometimes fails. `STORM_SEED` selects
 * another sequence.
 */
const KEYS = Number(process.env.STORM_KEYS ?? 2000);
const SEED = Number(process.env.STORM_SEED ?? 4);
/** After this number of keys, no key ends the app, so that its memory at two moments can be compared. */
const QUITTING = KEYS / 10;
const CHECK_EVERY = 500;
const MOST_GROWTH = 1.5;

/** Returns a Mulberry32 generator, which yields the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const say = (text: string) => process.stdout.write(`storm: ${text}\n`);

const random = randomFrom(SEED);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
const many = (count: number, one: () => string) => Array.from({length: count}, one).join('');

const LETTERS = Array.from('abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ?!/.,-潮éñ👩‍👩‍👧');
// Three keys are left out: Ctrl+C ends the app, Ctrl+Z returns to the shell, and Ctrl+T switches to another service.
const CONTROLS = Array.from('abdefghijklmnoprsuvwx', (letter) => String.fromCharCode(letter.charCodeAt(0) - 96));
const MOVES = ['\u001B[A', '\u001B[B', '\u001B[C', '\u001B[D', '\u001B[5~', '\u001B[6~', '\u001B[H', '\u001B[F'];
const EDITS = ['\r', '\r', '\r', '\t', '\u001B[Z', '\u007F', '\u001B[3~', ' ', 'n', 'h', 'L', 'y'];
const HALVES = [
  '\u001B[',
  '\u001B[1;',
  '\u001BO',
  '\u001B]11;rgb:',
  '\u001BP1+r',
  '\u001B[<0;3',
  '\u001B[200~half',
  '\u001B[20',
];

function key(): string {
  const which = random();
  if (which < 0.3) return pick(LETTERS);
  if (which < 0.55) return pick(MOVES);
  if (which < 0.8) return pick(EDITS);
  if (which < 0.86) return pick(CONTROLS);
  if (which < 0.92) return '\u001B';
  if (which < 0.95) return `\u001B${pick(LETTERS)}`;
  if (which < 0.97) return pick(['\u001B[I', '\u001B[O']);
  if (which < 0.985) return pick(HALVES);
  if (which < 0.995) return `\u001B[200~${many(below(400), () => pick([...LETTERS, '\n']))}\u001B[201~`;
  return many(below(300), () => pick(LETTERS));
}

let terminal: Tmux | undefined;
let service: ChildProcess | undefined;
afterEach(async () => {
  if (terminal) writeFileSync(join(terminal.home, 'over'), '');
  await terminal?.close();
  service?.kill();
});

/**
 * Starts a slow service that sometimes fails.
 * @returns the variables with which the app reaches it
 */
async function serve(): Promise<Record<string, string>> {
  service = spawn(PROGRAM, [...FIRST_WORDS, 'sandbox', '--latency', '40', '--fail-rate', '0.1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {PATH: process.env.PATH},
  });
  let out = '';
  for await (const chunk of service.stdout ?? []) out += chunk;
  return Object.fromEntries([...out.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]));
}

/** Starts the app again whenever it has ended, and logs its exit code and any change to the modes of the terminal. */
const SCRIPT = `
trap : INT QUIT TSTP
stty -ixon
# A Ctrl+C that comes between two runs must not end it.
modes() (trap '' INT QUIT TSTP; exec stty -g)
before=$(modes)
while [ ! -e "$HOME/over" ]; do
  (echo $BASHPID >"$HOME/pid"; exec $TOOL 2>>"$HOME/errors")
  echo "$?" >>"$HOME/ends"
  now=$(modes)
  [ "$now" = "$before" ] || echo "the terminal is not as it was: $now, not $before" >>"$HOME/ends"
done
# What was typed between two runs may stand on the line.
printf '\n\nthe storm is over\n'
`;

test.skipIf(!hasTmux)(`survives ${KEYS} random keys, seed ${SEED}`, async () => {
  say(`STORM_SEED=${SEED} STORM_KEYS=${KEYS}`);
  const env = await serve();
  const storm = new Tmux({env: {...env, EDITOR: 'true', TOOL: COMMAND}});
  terminal = storm;
  const file = (name: string) => join(storm.home, name);
  const read = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');
  const isHome = (screen = storm.screen()) =>
    /^ tool › Apps {3}/.test(screen) && !/[┌└]|Esc/.test(screen) && /help$/.test(screen.trimEnd());
  const isRead = () => isHome() && /▌[\s\S]*(?:updated \d|watching)/.test(storm.screen());

  /** Goes home through the palette, because leaving a tall stack of screens one by one takes a long time. */
  async function throughPalette(): Promise<void> {
    for (const keys of ['\u0010', 'Go to Apps', '\r']) {
      storm.bytes(keys);
      await sleep(200);
    }
  }

  /** Presses Esc until Home is visible, which also shows that the app still answers. */
  async function home(): Promise<void> {
    storm.resize(80, 24);
    // An unfinished paste swallows all input until there is a second of silence.
    await sleep(1200);
    const end = Date.now() + 30_000 * PATIENCE;
    for (let tries = 0; !isRead(); tries++) {
      const screen = storm.screen();
      if (Date.now() > end && tries > 60) throw new Error(`no way home. The screen:\n${screen}`);
      // No profile is stored, so Home has nothing to show of all profiles.
      const back = /^ tool › Apps › all profiles {3}/.test(screen) && !/[┌└]/.test(screen) ? 'a' : '\u001B';
      storm.bytes(/┌ Leave /.test(screen) ? 'y' : isHome(screen) ? 'r' : back);
      if (tries % 10 === 9) await throughPalette();
      await sleep(isHome(screen) ? 1000 : 60);
    }
  }
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${read('pid').trim()}/status`, 'utf8'))?.[1]);

  writeFileSync(file('storm.sh'), SCRIPT);
  storm.run('cd && bash storm.sh');
  await storm.until('home', isRead);
  let pid = '';
  let first = 0;
  for (let sent = 0; sent < KEYS; ) {
    const count = Math.min(1 + below(15), CHECK_EVERY - (sent % CHECK_EVERY));
    const mayQuit = sent < QUITTING;
    storm.bytes(many(count, () => (mayQuit && random() < 0.02 ? pick(['q', '\u0003']) : key())));
    if (random() < 0.02) storm.resize(20 + below(180), 4 + below(56));
    const before = sent;
    sent += count;
    if (sent % CHECK_EVERY === 0) {
      await home();
      expect(
        read('ends')
          .trim()
          .split('\n')
          .filter((end) => !['', '0', '130'].includes(end)),
      ).toEqual([]);
      // Ink also writes the sequence that shows the cursor to stderr.
      expect(read('errors').replaceAll('\u001B[?25h', '')).toBe('');
      say(`${sent} keys, ${memory()} KB`);
    }
    // This is the first check after which no key can have ended the app.
    if (first === 0 && before < 1000 + QUITTING && sent >= 1000 + QUITTING) {
      await home();
      pid = read('pid');
      first = memory();
    }
  }
  await home();
  expect(read('pid')).toBe(pid);
  const last = memory();
  say(
    `${first} KB after a thousand keys, ${last} KB after ${KEYS}; ended ${read('ends').split('\n').length - 1} times`,
  );
  expect(last).toBeLessThan(first * MOST_GROWTH);

  const written = storm.record();
  writeFileSync(file('over'), '');
  storm.bytes('q');
  await storm.see('the storm is over');
  expect(storm.alternate()).toBe(false);
  expect(storm.cursorShown()).toBe(true);
  await storm.until('the modes are off', () => ['?2004l', '?1004l'].every((off) => written().includes(off)));
  expect(read('ends')).toMatch(/0\n$/);
});
