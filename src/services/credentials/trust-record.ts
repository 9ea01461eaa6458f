import {createHash} from 'node:crypto';
import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {isObject, orElse} from '../model/values.ts';
import {attempt, globalPathOf, readConfigBytes, trustRecordOf} from './config.ts';
import {textOf} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {flawOf} from './ownership.ts';
import {formatConfig, type Step, writeConfig} from './write-config.ts';

/** trusted.json: SHA-256 by real path of the local configs that were allowed or written by the tool. */

export const TRUST_COMMAND = 'tool auth trust';

/** Several hashes while a write is in progress or was killed: of the content before and after. */
export type Trusted = Map<string, readonly string[]>;

export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Nothing is trusted while trusted.json is damaged or writable by others. */
export async function readRecord(deps: CredentialDeps): Promise<Trusted> {
  return (await readFile(deps)).trusted;
}

/** @throws ToolError storage where it cannot be read: what it holds is then unknown */
async function readFile(deps: CredentialDeps): Promise<{path: string; bytes?: Uint8Array; trusted: Trusted}> {
  const path = trustRecordOf(globalPathOf(deps));
  const bytes = await readConfigBytes(deps.files, path);
  const stat = bytes && (await attempt('read', path, () => deps.files.lstat(path)));
  if (!stat || !bytes) return {path, trusted: new Map()};
  const trusted = flawOf(stat, deps) ? undefined : orElse(() => parse(bytes), undefined);
  if (!trusted) {
    deps.warn?.(`${cleanText(path)} is damaged: no local config is trusted until '${TRUST_COMMAND}' writes it again`);
  }
  return {path, bytes, trusted: trusted ?? new Map()};
}

function parse(bytes: Uint8Array): Trusted {
  const {trusted} = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
  if (!isObject(trusted)) throw new Error('not a record');
  const entries = Object.entries(trusted).map(([at, hashes]) => {
    return [at, [hashes].flat().map((hash) => textOf(hash) ?? '')] as const;
  });
  if (entries.some(([, hashes]) => hashes.includes(''))) throw new Error('not hashes');
  return new Map(entries);
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
  const {path: file, bytes, trusted} = await readFile(deps);
  const before = trusted.get(real) ?? [];
  const after = [...new Set(change(before))];
  if (after.join() === before.join()) return before;
  if (after.length === 0) trusted.delete(real);
  else trusted.set(real, after);
  const document = [...trusted].map(([at, hashes]) => [at, hashes.length === 1 ? hashes[0] : hashes]);
  await writeConfig(files, file, formatConfig({trusted: Object.fromEntries(document)}), {bytes});
  return before;
}

/** Begins a write: a local config is trusted before and after, whenever the run is killed. */
export async function trustAlso(path: string, content: string, deps: CredentialDeps, step: Step): Promise<void> {
  let before: readonly string[] | undefined;
  await step(
    async () => {
      before = await record(path, (hashes) => [...hashes, hashOf(content)], deps);
    },
    async () => before && record(path, (hashes) => before ?? hashes, deps),
  );
}

/** Ends it: of several hashes, only that of the content stays. */
export async function trustOnly(path: string, content: string | Uint8Array, deps: CredentialDeps): Promise<void> {
  await record(path, (hashes) => (hashes.length > 1 ? [hashOf(content)] : hashes), deps);
}
