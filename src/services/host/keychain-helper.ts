/** The helper ends itself with SIGKILL, because a thread that hangs in the native library would block a normal exit. */
import './no-inspector.ts';
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, writeSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {orElse} from '../model/values.ts';
import type {KeychainReply, KeychainRequest} from './keychain.ts';
import {createMemoryFile} from './libc.ts';
import {collectionState} from './secret-service.ts';

const SERVICE = 'tool';
/** Names of profiles have no control characters, so this account cannot be a profile. */
const CHECK_ACCOUNT = '\u0001check';

function end(): never {
  process.kill(process.pid, 'SIGKILL');
  process.exit();
}

const failed = (available: boolean, reason: string): KeychainReply => ({ok: false, available, reason});

function firstLine(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

async function obstacle(): Promise<KeychainReply | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const state = await collectionState(process.env, process.getuid?.() ?? 0);
    if (state === 'locked') return failed(true, 'is locked');
    return state === 'none' ? failed(true, 'has no default collection, or it is closed') : undefined;
  } catch (error) {
    return failed(false, `is not available: ${firstLine(error)}`);
  }
}

async function answer(request: KeychainRequest): Promise<KeychainReply> {
  const keytar = typeof TOOL_KEYCHAIN_HELPER === 'string' ? embedded() : installed();
  if (typeof keytar === 'string') return failed(false, keytar);
  const before = await obstacle();
  // In an interactive run, the library's own request asks the user to unlock a locked keychain.
  if (before && !before.ok && !(before.available && request.interactive)) return before;
  try {
    const {operation, account = '', secret = ''} = request;
    if (operation === 'get') {
      const value = await keytar.getPassword(SERVICE, account);
      return value === null ? absent() : {ok: true, value};
    }
    if (operation === 'delete') {
      return (await keytar.deletePassword(SERVICE, account)) ? {ok: true, value: true} : absent();
    }
    if (operation === 'set') await keytar.setPassword(SERVICE, account, secret);
    else if (process.platform !== 'linux') await keytar.getPassword(SERVICE, CHECK_ACCOUNT);
    return {ok: true};
  } catch (error) {
    return failed(true, `refused: ${firstLine(error)}`);
  }
}

async function absent(): Promise<KeychainReply> {
  return (await obstacle()) ?? {ok: true, value: false};
}

interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Loads only the tool's own copy of keytar, which sees every key. Node would search all parent folders, too. */
function installed(): Keytar | string {
  const self = process.argv[1] ?? '';
  const root = dirname(dirname(self));
  const parent = dirname(root);
  const load = createRequire(self);
  for (const folder of [join(root, 'node_modules'), ...(basename(parent) === 'node_modules' ? [parent] : [])]) {
    const keytar: Keytar | undefined = orElse(() => load(join(folder, 'keytar')), undefined);
    if (keytar) return keytar;
  }
  return 'is not available: the library for it (keytar) is not installed';
}

function embedded(): Keytar | string {
  const library = orElse(() => readFileSync(join(dirname(process.argv[1] ?? ''), 'keytar.node')), undefined);
  if (!library) return 'is not in this build of tool';
  try {
    if (process.platform !== 'linux') return loadFromFile(library);
    // The library is loaded from memory, because Bun itself would leave a file behind in the temporary folder.
    const file = createMemoryFile();
    writeSync(file, library);
    return load(`/proc/self/fd/${file}`);
  } catch (error) {
    return `is not available: its library cannot be loaded: ${firstLine(error)}`;
  }
}

function loadFromFile(library: Uint8Array): Keytar {
  const prefix = 'tool-keytar-';
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const path = join(folder, 'keytar.node');
  const remove = (one: string) => orElse(() => rmSync(one, {recursive: true, force: true}), undefined);
  try {
    writeFileSync(path, library, {flag: 'wx', mode: 0o600});
    return load(path);
  } finally {
    remove(folder);
    const isOld = (one: string) => orElse(() => Date.now() - statSync(one).mtimeMs > LOADED_BY_THEN, false);
    for (const name of readdirSync(tmpdir()).filter((other) => other.startsWith(prefix))) {
      if (isOld(join(tmpdir(), name))) remove(join(tmpdir(), name));
    }
  }
}

const LOADED_BY_THEN = 10 * 60_000;

function load(path: string): Keytar {
  const module = {exports: {}};
  process.dlopen(module, path);
  return module.exports as Keytar;
}

if (process.stdin.isTTY) {
  process.stderr.write('Error: The keychain helper is only started by the tool itself\n');
  process.exit(2);
}
// Ctrl+C reaches the complete process group, but the tool decides when this process ends.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {});

process.stdin.on('error', end);
const lines = createInterface({input: process.stdin}).on('close', end);
lines.once('line', (line) => {
  answer(JSON.parse(line))
    .catch((error) => failed(false, `is not available: ${firstLine(error)}`))
    .then((reply) => process.stdout.write(`${JSON.stringify(reply)}\n`, end));
});
