import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import process from 'node:process';
import {createMemoryFile} from './libc.ts';

/** Typed here because the package may be missing where it could not be built. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** @returns the library, or why there is none, which completes "The system keychain …" */
export function loadKeytar(): Keytar | string {
  if (typeof TOOL_KEYCHAIN_HELPER === 'string') return embedded();
  return installed() ?? 'is not available: the library for it (keytar) is not installed';
}

/**
 * The package sees every key, so only the copy installed with the tool will do: below its own package, or next to it.
 * By name, Node would search every folder up to the root.
 */
function installed(): Keytar | undefined {
  const self = process.argv[1] ?? '';
  const root = dirname(dirname(self));
  const parent = dirname(root);
  const load = createRequire(self);
  for (const folder of [join(root, 'node_modules'), ...(basename(parent) === 'node_modules' ? [parent] : [])]) {
    try {
      return load(join(folder, 'keytar'));
    } catch {}
  }
  return undefined;
}

function embedded(): Keytar | string {
  let library: Uint8Array;
  try {
    library = readFileSync(join(dirname(process.argv[1] ?? ''), 'keytar.node'));
  } catch {
    return 'is not in this build of tool';
  }
  try {
    return process.platform === 'linux' ? loadFromMemory(library) : loadFromFile(library);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return `is not available: its library cannot be loaded: ${reason}`;
  }
}

/** Bun itself would leave a file behind in the temporary folder. */
function loadFromMemory(library: Uint8Array): Keytar {
  const file = createMemoryFile();
  writeSync(file, library);
  return load(`/proc/self/fd/${file}`);
}

/** Removed at once; Windows keeps a file that is loaded, which the next run removes. */
function loadFromFile(library: Uint8Array): Keytar {
  const prefix = 'tool-keytar-';
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const path = join(folder, 'keytar.node');
  try {
    writeFileSync(path, library, {flag: 'wx', mode: 0o600});
    return load(path);
  } finally {
    for (const name of readdirSync(tmpdir())) {
      if (name.startsWith(prefix)) remove(join(tmpdir(), name));
    }
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {}
}

function load(path: string): Keytar {
  const module = {exports: {}};
  process.dlopen(module, path);
  return module.exports as Keytar;
}
