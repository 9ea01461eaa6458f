import {createHash} from 'node:crypto';
import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {isRecord, textOf} from './config-document.ts';
import {withLocks, writeConfig} from './config-file.ts';
import type {CredentialDeps} from './deps.ts';
import {globalPathOf} from './locations.ts';
import {flawOf} from './ownership.ts';
import type {Transaction} from './transaction.ts';

/** trusted.json: the contents of local configs that were allowed or that the tool wrote, as SHA-256 by real path. */

export const TRUST_COMMAND = 'tool auth trust';
const MAX_BYTES = 1024 * 1024;

/** More than one while a write is under way, or was killed: what was there before it, and what it brings. */
export type Trusted = Map<string, readonly string[]>;
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function storeOf(deps: CredentialDeps): string {
  return join(dirname(globalPathOf(deps)), 'trusted.json');
}

export async function readStore(deps: CredentialDeps): Promise<Trusted> {
  const path = storeOf(deps);
  try {
    const stat = await deps.files.lstat(path);
    if (!stat) return new Map();
    if (flawOf(stat, deps)) throw new Error('not only mine');
    const bytes = await deps.files.read(path, {maxBytes: MAX_BYTES, plain: true});
    const {trusted} = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
    if (!isRecord(trusted)) throw new Error('not a record');
    const entries = new Map(
      Object.entries(trusted).map(([at, known]) => [at, [known].flat().map((hash) => textOf(hash) ?? '')]),
    );
    if ([...entries.values()].flat().includes('')) throw new Error('not hashes');
    return entries;
  } catch {
    deps.warn?.(`${cleanText(path)} is damaged: no local config is trusted until '${TRUST_COMMAND}' writes it anew`);
    return new Map();
  }
}

/** Changes what is trusted at a path; nothing forgets it. @returns what was trusted there before @throws ToolError storage */
export async function record(
  path: string,
  change: (before: readonly string[]) => readonly string[],
  deps: CredentialDeps,
): Promise<readonly string[]> {
  const {files} = deps;
  const directory = await files.realpath(dirname(path)).catch(() => dirname(path));
  const real = join(directory, basename(path));
  const store = storeOf(deps);
  return withLocks(deps, [store], async () => {
    const trusted = await readStore(deps);
    const before = trusted.get(real) ?? [];
    const after = [...new Set(change(before))];
    if (after.join() === before.join()) return before;
    if (after.length === 0) trusted.delete(real);
    else trusted.set(real, after);
    const document = [...trusted].map(([at, known]) => [at, known.length === 1 ? known[0] : known]);
    await writeConfig(files, store, `${JSON.stringify({trusted: Object.fromEntries(document)}, undefined, 2)}\n`);
    return before;
  });
}

/** Writes a local config; what the tool has written is trusted, whenever the run is killed. @throws ToolError storage */
export async function writeTrusted(
  path: string,
  content: string,
  write: () => Promise<void>,
  deps: CredentialDeps,
  {step}: Transaction,
): Promise<void> {
  let before: readonly string[] = [];
  await step(
    async () => {
      before = await record(path, (known) => [...known, hashOf(content)], deps);
    },
    () => record(path, () => before, deps),
  );
  await write();
  await trustOnly(path, content, deps);
}

/** Forgets what else was trusted at a path, where something was. */
export async function trustOnly(path: string, content: string | Uint8Array, deps: CredentialDeps): Promise<void> {
  await record(path, (known) => (known.length > 1 ? [hashOf(content)] : known), deps);
}

/** Where local configs were allowed, whatever has become of them. */
export async function trustedPaths(deps: CredentialDeps): Promise<string[]> {
  return [...(await readStore(deps)).keys()];
}
