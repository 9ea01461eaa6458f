/**
 * The process that talks to the system keychain on behalf of the tool: reads one request from stdin, answers on stdout
 * and ends. It ends by SIGKILL because a thread that waits in the native library would keep an ordinary exit waiting.
 */
import './no-inspector.ts';
import {createRequire} from 'node:module';
import {basename, dirname, join} from 'node:path';
import process from 'node:process';
import type {KeychainReply, KeychainRequest} from './keychain.ts';
import {collectionState} from './secret-service.ts';

/** What is used of the package, which is not there where it could not be built. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** The service that all items of the tool belong to. */
const SERVICE = 'tool';
/** An account that no profile can have (names hold no control characters), asked for to see whether there is an answer. */
const CHECK_ACCOUNT = '\u0001check';

function end(): never {
  process.kill(process.pid, 'SIGKILL');
  process.exit();
}

function failed(available: boolean, reason: string): KeychainReply {
  return {ok: false, available, reason};
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

/**
 * The package gets every key: only one that was installed with the tool will do, below the tool's own package or beside
 * it. By its name Node would look for it in every folder above as well, up to the root.
 */
function loadKeytar(): Keytar | undefined {
  const self = process.argv[1] ?? '';
  const root = dirname(dirname(self));
  const beside = dirname(root);
  const load = createRequire(self);
  for (const folder of [join(root, 'node_modules'), ...(basename(beside) === 'node_modules' ? [beside] : [])]) {
    try {
      return load(join(folder, 'keytar'));
    } catch {
      // Not there, or not built.
    }
  }
  return undefined;
}

/** What stands in the way, on systems where that can be asked without a prompt. */
async function obstacle(): Promise<KeychainReply | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const state = await collectionState(process.env, process.getuid?.() ?? 0);
    if (state === 'locked') return failed(true, 'is locked');
    return state === 'none' ? failed(true, 'has no default collection, or it is closed') : undefined;
  } catch (error) {
    return failed(false, `is not available: ${wordsOf(error)}`);
  }
}

async function answer(request: KeychainRequest): Promise<KeychainReply> {
  const keytar = loadKeytar();
  if (!keytar) return failed(false, 'is not available: the library for it (keytar) is not installed');
  const before = await obstacle();
  // A locked keychain may be unlocked by the person that the library's own request prompts.
  if (before && !before.ok && !(before.available && request.interactive)) return before;
  try {
    switch (request.operation) {
      case 'check':
        if (process.platform !== 'linux') await keytar.getPassword(SERVICE, CHECK_ACCOUNT);
        return {ok: true};
      case 'set':
        await keytar.setPassword(SERVICE, request.account, request.secret);
        return {ok: true};
      case 'get': {
        const value = await keytar.getPassword(SERVICE, request.account);
        return value === null ? absent() : {ok: true, value};
      }
      case 'delete':
        return (await keytar.deletePassword(SERVICE, request.account)) ? {ok: true, value: true} : absent();
    }
  } catch (error) {
    return failed(true, `refused: ${wordsOf(error)}`);
  }
}

/** The library says "no such item" of a locked collection too. */
async function absent(): Promise<KeychainReply> {
  return (await obstacle()) ?? {ok: true, value: false};
}

// Ctrl+C reaches every process of the terminal; what becomes of this one is for the tool to say.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {});

let input = '';
process.stdin.setEncoding('utf8');
process.stdin.on('end', end);
process.stdin.on('error', end);
process.stdin.on('data', (chunk: string) => {
  const complete = input.includes('\n');
  input += chunk;
  if (complete || !input.includes('\n')) return;
  answer(JSON.parse(input))
    .catch((error) => failed(false, `is not available: ${wordsOf(error)}`))
    .then((reply) => process.stdout.write(`${JSON.stringify(reply)}\n`, end));
});
