import {execFileSync, spawn} from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {build, stop} from 'esbuild';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type CliOutcome, FIRST_WORDS, outcomeOf, PATIENT, PROGRAM, preloading} from '../support/cli.ts';
import {type Keyring, keyringMissing, startKeyring} from '../support/keyring.ts';
import {newKey} from '../support/temp-home.ts';

const KILL_AT = resolve('test/support/kill-at.cjs');
const BUNDLES = join(process.cwd(), 'node_modules', '.cache', `tool-test-${process.pid}`);
const PASTE = join(BUNDLES, 'paste-login.mjs');
const pem = newKey();
const other = newKey();

let root: string;
let keyring: Keyring | undefined;
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tool-killed-')));
  await build({
    entryPoints: ['test/support/paste-login.ts'],
    outfile: PASTE,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: {js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);"},
    logLevel: 'silent',
  });
  await stop();
});
afterAll(() => {
  rmSync(root, {recursive: true, force: true});
  rmSync(PASTE, {force: true});
});

interface Command {
  words: readonly string[];
  /** The pasted key to log in with. `words` are then the name and the key ID. */
  pasted?: string;
}

const HOME = () => join(root, 'home');

function run({words, pasted}: Command, killAt?: number): Promise<CliOutcome> {
  const keychain = keyring ? keyring.env : {TOOL_BYPASS_KEYCHAIN: '1'};
  const env = {
    ...keychain,
    PATH: process.env.PATH,
    HOME: HOME(),
    KILL_AT: String(killAt),
    KILL_BELOW: HOME(),
    PASTED: pasted,
    ...preloading(PATIENT, ...(killAt === undefined ? [] : [KILL_AT])),
  };
  const [program, ...first] = pasted === undefined ? [PROGRAM, ...FIRST_WORDS, 'auth'] : [process.execPath, PASTE];
  return outcomeOf(
    spawn(program ?? '', [...first, ...words], {
      env,
      cwd: join(HOME(), 'work'),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

const login = (name: string, more: readonly string[] = []): Command => {
  const key = join(HOME(), 'own.p8');
  const ids = ['--key-id', 'ABCDE12345', '--issuer-id', '69a6de70-0a5b-47e3-e053-5b8c7c11a4d1'];
  return {words: ['login', '--name', name, ...ids, '--private-key', key, ...more]};
};
const paste = (name: string, key = pem, keyId = 'K2'): Command => ({words: [name, keyId], pasted: key});
const logout = (...words: string[]): Command => ({words: ['logout', ...words]});

/** Returns every file below the home with its mode and content. */
function tree(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(HOME(), {recursive: true, withFileTypes: true})) {
    // This temporary file is written before the lock is taken, and a killed run may leave it behind.
    if (/^\.gitignore\..*\.tmp$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const mode = (lstatSync(path).mode & 0o777).toString(8);
    found[path.slice(HOME().length)] = entry.isFile() ? `${mode} ${readFileSync(path, 'utf8')}` : mode;
  }
  return found;
}

/** Creates a new home and runs the commands in `before`. */
async function start(before: readonly Command[]): Promise<void> {
  rmSync(HOME(), {recursive: true, force: true});
  mkdirSync(join(HOME(), 'work', '.git'), {recursive: true});
  writeFileSync(join(HOME(), 'own.p8'), pem, {mode: 0o600});
  for (const command of before) expect(await run(command)).toMatchObject({code: 0});
}

/** Copies a directory with all modes. cpSync would give directories default modes since Node 22. */
function copyTree(from: string, to: string): void {
  execFileSync('cp', ['-Rp', from, to]);
}

/**
 * Kills the command before each of its changes, runs it again, and compares the result with that of a run that was not
 * killed.
 */
async function killEverywhere(before: readonly Command[], command: Command): Promise<void> {
  await start(before);
  const begin = join(root, 'begin');
  rmSync(begin, {recursive: true, force: true});
  copyTree(HOME(), begin);
  const beginItems = items();
  expect(await run(command)).toMatchObject({code: 0});
  const end = {...tree(), items: items()};

  let kills = 0;
  for (;;) {
    rmSync(HOME(), {recursive: true, force: true});
    copyTree(begin, HOME());
    items(beginItems);
    const {signal} = await run(command, kills + 1);
    if (signal !== 'SIGKILL') break;
    kills += 1;
    ageLocks();
    const {code, stderr} = await run(command);
    // The killed logout may already have removed the profile.
    const isDone = command.words.includes('--name') && /There is no stored profile/.test(stderr);
    expect({kills, code: isDone ? 0 : code, stderr: isDone ? '' : stderr}).toEqual({kills, code: 0, stderr: ''});
    expect({kills, ...tree(), items: items()}).toEqual({kills, ...end});
  }
  expect(kills).toBeGreaterThan(6);
}

function items(wanted?: string): string {
  if (!keyring) return '';
  const program = `
    const {deletePassword, findCredentials, setPassword} = require('keytar');
    (async () => {
      const wanted = process.env.WANTED && JSON.parse(process.env.WANTED);
      if (wanted) for (const {account} of await findCredentials('tool')) await deletePassword('tool', account);
      for (const {account, password} of wanted ?? []) await setPassword('tool', account, password);
      process.stdout.write(JSON.stringify(await findCredentials('tool')));
    })();`;
  const env = {...keyring.env, ...(wanted === undefined ? {} : {WANTED: wanted})};
  return execFileSync(process.execPath, ['-e', program], {env, encoding: 'utf8'});
}

/** Dates all locks back, so that they count as abandoned. */
function ageLocks(): void {
  const longAgo = new Date(Date.now() - 60_000);
  for (const entry of readdirSync(HOME(), {recursive: true, withFileTypes: true})) {
    if (entry.name.endsWith('.lock')) utimesSync(join(entry.parentPath, entry.name), longAgo, longAgo);
  }
}

describe('a command that is killed at any moment, and the next run', () => {
  test.each<[string, () => {before: Command[]; command: Command}]>([
    ['a first login', () => ({before: [], command: login('A')})],
    [
      'a login that replaces a local profile',
      () => ({before: [login('A'), login('B'), login('A', ['--local', '--bypass-keychain'])], command: login('A')}),
    ],
    ['a first local login', () => ({before: [login('A')], command: login('B', ['--local', '--bypass-keychain'])})],
    ['a first login with a pasted key', () => ({before: [], command: paste('P')})],
    ['a login with another pasted key', () => ({before: [paste('P')], command: paste('P', other, 'K3')})],
    ['a login with a file, in place of a pasted key', () => ({before: [paste('P')], command: login('P')})],
    ['a switch', () => ({before: [login('A'), login('B')], command: {words: ['switch', '--name', 'A']}})],
    ['a logout of one profile', () => ({before: [login('A'), paste('P')], command: logout('--name', 'P')})],
    [
      'a logout of all profiles',
      () => ({before: [login('A'), paste('P'), login('L', ['--local', '--bypass-keychain'])], command: logout()}),
    ],
  ])('finishes a killed command on the next run as if nothing had happened: %s', async (_, scenario) => {
    const {before, command} = scenario();
    await killEverywhere(before, command);
  });

  describe.skipIf(keyringMissing())('with a keychain', () => {
    beforeAll(async () => {
      keyring = await startKeyring();
    });
    afterAll(() => {
      keyring?.stop();
      keyring = undefined;
    });

    test('recovers from a kill while a login moves a profile from the config to the keychain', async () => {
      await killEverywhere([login('A', ['--bypass-keychain'])], login('A'));
    });

    test('recovers from a kill while a login moves a profile from the keychain to the config', async () => {
      await killEverywhere([login('A')], login('A', ['--bypass-keychain']));
    });

    test('removes every profile on a logout after a killed logout', async () => {
      await killEverywhere([login('A'), login('B')], logout('--all'));
    });
  });

  test('leaves no pasted key of a killed login after a logout of all profiles', async () => {
    for (let kills = 1; ; kills++) {
      await start([]);
      const {signal} = await run(paste('P'), kills);
      ageLocks();
      expect(await run(logout('--all'))).toMatchObject({code: 0, stderr: ''});
      const secret = Object.entries(tree()).filter(([, content]) => content.includes('PRIVATE KEY'));
      expect({kills, secret: secret.map(([name]) => name)}).toEqual({kills, secret: ['/own.p8']});
      if (signal !== 'SIGKILL') break;
    }
  });

  test('takes over the lock of a killed login, and removes its leftovers', async () => {
    await start([login('A')]);
    // Kills a login while it writes the config.
    let killAt = 1;
    const hasLeft = () => readdirSync(join(HOME(), '.tool')).some((name) => name.endsWith('.tmp'));
    while (!hasLeft()) {
      await run(login('B'), killAt);
      ageLocks();
      killAt += 1;
    }
    const lock = readdirSync(HOME(), {recursive: true, encoding: 'utf8'}).find((name) => name.endsWith('.lock')) ?? '';
    const now = new Date();
    utimesSync(join(HOME(), lock), now, now);
    expect(await run(login('B'))).toMatchObject({code: 0, stderr: ''});
    expect(hasLeft()).toBe(false);
  });
});
