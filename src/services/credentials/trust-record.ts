import {createHash} from 'node:crypto';
import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {isObject} from '../model/values.ts';
import {globalPathOf, trustRecordOf} from './config.ts';
import {textOf} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {flawOf} from './ownership.ts';
import {formatConfig, type Step, writeConfig} from './write-config.ts';

/** trusted.json: SHA-256 by real path of the local configs that were allowed or written by the tool. */

export const TRUST_COMMAND = 'tool auth trust';
const MAX_BYTES = 1024 * 1024;

/** Several hashes while a write is in progress or was killed: of the content before and after. */
export type Trusted = Map<string, readonly string[]>;

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Nothing is trusted while trusted.json is damaged or writable by others. */
export async function readRecord(deps: CredentialDeps): Promise<Trusted> {
  const path = trustRecordOf(globalPathOf(deps));
  try {
    const stat = await deps.files.lstat(path);
    if (!stat) return new Map();
    if (flawOf(stat, deps)) throw new Error('not only mine');
    const bytes = await deps.files.read(path, {maxBytes: MAX_BYTES, plain: true});
    const {trusted} = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
    if (!isObject(trusted)) throw new Error('not a record');
    const entries = Object.entries(trusted).map(([at, hashes]) => {
      return [at, [hashes].flat().map((hash) => textOf(hash) ?? '')] as const;
    });
    if (entries.some(([, hashes]) => hashes.includes(''))) throw new Error('not hashes');
    return new Map(entries);
  } catch {
    deps.warn?.(`${cleanText(path)} is damaged: no local config is trusted until '${TRUST_COMMAND}' writes it anew`);
    return new Map();
  }
}

/** Under the lock. @returns what was trusted at this path before */
export async function record(
  path: string,
  change: (before: readonly string[]) => readonly string[],
  deps: CredentialDeps,
): Promise<readonly string[]> {
  const {files} = deps;
  const directory = await files.realpath(dirname(path)).catch(() => dirname(path));
  const real = join(directory, basename(path));
  const trusted = await readRecord(deps);
  const before = trusted.get(real) ?? [];
  const after = [...new Set(change(before))];
  if (after.join() === before.join()) return before;
  if (after.length === 0) trusted.delete(real);
  else trusted.set(real, after);
  const document = [...trusted].map(([at, hashes]) => [at, hashes.length === 1 ? hashes[0] : hashes]);
  await writeConfig(files, trustRecordOf(globalPathOf(deps)), formatConfig({trusted: Object.fromEntries(document)}));
  return before;
}

/** Begins a write: a local config is trusted before and after, whenever the run is killed. */
export async function trustAlso(path: string, content: string, deps: CredentialDeps, step: Step): Promise<void> {
  let before: readonly string[] = [];
  await step(
    async () => {
      before = await record(path, (hashes) => [...hashes, hashOf(content)], deps);
    },
    () => record(path, () => before, deps),
  );
}

/** Ends it: of several hashes, only that of the content stays. */
export async function trustOnly(path: string, content: string | Uint8Array, deps: CredentialDeps): Promise<void> {
  await record(path, (hashes) => (hashes.length > 1 ? [hashOf(content)] : hashes), deps);
}
