import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isObject} from '../model/values.ts';
import type {Files} from '../ports.ts';
import type {Change, Locked} from './change-config.ts';
import {type ConfigFile, keysDirectory, readConfig, readConfigBytes} from './config.ts';
import {absolute, entriesOf, profileName, textOf} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {parseKeyFile} from './private-key.ts';
import {readRecord as readTrustRecord} from './trust-record.ts';
import {formatConfig, prepareDirectory, replaceFile, writeConfig} from './write-config.ts';

/** Key files that the tool made of pasted keys, in `~/.tool/keys`, and when they are removed. */

const RECORD = 'pasted-by-tool.json';

interface PastedKey {
  configs: readonly string[];
  /** Removed once no config names it. */
  replaced?: true;
}

type Pasted = Map<string, PastedKey>;

/** Makes a private file of a pasted key for a profile of a config. @returns its path */
export async function storePastedKey(
  {name, keyId, pem, configPath}: {name: string; keyId: string; pem: string; configPath: string},
  change: Change,
): Promise<string> {
  const {files} = change.deps;
  const directory = keysDirectory(change.stored.locations);
  const path = join(directory, `AuthKey_${keyId.replace(/[^A-Za-z0-9._-]/g, '_')}.p8`);
  await prepareDirectory(files, path);
  const old = await readConfigBytes(files, path);
  if (old) {
    const {key, isAsWritten} = parseKeyFile(old);
    const isRecorded = (await readRecord(directory, files)).has(basename(path));
    // In our own format and unnamed: a login was killed before it stored the profile.
    const isOurs = isAsWritten && (isRecorded || (key === pem && !(await isNeeded(path, change))));
    // Someone put it there: used as it is, never replaced or removed.
    if (!isOurs && key === pem) return path;
    if (!isOurs || (key !== pem && (await isNeeded(path, change, name)))) {
      const hint = 'Move it away, or log in with the path of a key file.';
      throw new ToolError('storage', `${cleanText(path)} already exists, with a different key or none`, {hint});
    }
  }
  // First, so that a killed run never leaves an unrecorded key.
  await record(path, configPath, files);
  await replaceFile(path, pem, files, change.step, old);
  return path;
}

/** Records that a config names a key file, in case that is one of a pasted key. */
export async function recordUse(keyPath: string, configPath: string, files: Files): Promise<void> {
  const path = await resolveLinks(keyPath, files);
  if ((await readRecord(dirname(path), files)).has(basename(path))) await record(path, configPath, files);
}

/** Marks the keys of a profile, or all, as replaced beforehand: the next run finishes what a killed one began. */
export async function markKeysReplaced(name: string | undefined, {stored, deps, step}: Change): Promise<void> {
  const {files} = deps;
  const directory = keysDirectory(stored.locations);
  const before = await readRecord(directory, files);
  const configs = [stored.global, stored.local].flatMap((file) => file ?? []);
  const isReplaced = (own?: string) => name === undefined || own === name;
  const named = (await Promise.all(configs.map((file) => keyFilesOf(file, deps, isReplaced)))).flat();
  const after: Pasted = new Map(before);
  for (const [key, {configs}] of before) {
    if (named.includes(await resolveLinks(join(directory, key), files))) after.set(key, {configs, replaced: true});
  }
  if (![...after.values()].some(({replaced}) => replaced)) return;
  await step(
    () => writeRecord(directory, after, files),
    () => writeRecord(directory, before, files),
  );
}

/** Removes key files that no config names any more. @returns those that could not be removed */
export async function removeUnusedKeys(which: 'replaced' | 'all', locked: Locked): Promise<string[]> {
  const {files} = locked.deps;
  const directory = keysDirectory(locked.stored.locations);
  const failed: string[] = [];
  for (const [name, {replaced}] of await readRecord(directory, files)) {
    const path = join(directory, name);
    if ((which === 'replaced' && !replaced) || (await isNeeded(path, locked))) continue;
    // Someone may have put a file of their own there.
    const content = await readConfigBytes(files, path).catch(() => undefined);
    if (content && !parseKeyFile(content).isAsWritten) continue;
    await removeKey(path, files).catch(() => failed.push(path));
  }
  return failed;
}

export async function removeKey(path: string, files: Files): Promise<void> {
  await files.remove(path);
  const pasted = await readRecord(dirname(path), files);
  // A stale record does no harm.
  if (pasted.delete(basename(path))) await writeRecord(dirname(path), pasted, files).catch(() => {});
}

/**
 * Whether a config names this file, however its path is spelled, and which configs are unclear: broken, or gone. Asked
 * are those here, those on record for it, and the trusted ones; `except` is a profile here about to be replaced.
 */
export async function usesOf(path: string, {stored, deps}: Locked, except?: string) {
  const {files} = deps;
  const {globalPath, localPaths} = stored.locations;
  const target = await resolveLinks(path, files);
  const here = [globalPath, ...localPaths];
  const recorded = (await readRecord(dirname(path), files)).get(basename(path))?.configs ?? [];
  // Written by hand and allowed: it may name the file without being on record.
  const allowed = (await readTrustRecord(deps)).keys();
  const uses = {named: false, unclear: [] as string[]};
  for (const config of new Set([...here, ...recorded, ...allowed])) {
    const file = await readConfig(files, config).catch(() => undefined);
    const mayBeGone = here.includes(config) || !recorded.includes(config);
    if (!file || !(file.bytes || mayBeGone)) uses.unclear.push(config);
    else {
      const others = (name?: string) => except === undefined || name !== except || !here.includes(config);
      uses.named ||= (await keyFilesOf(file, deps, others)).includes(target);
    }
  }
  return uses;
}

/** Real paths of the key files that a config names, also in entries without a name. `of` selects names. */
function keyFilesOf({path, document}: ConfigFile, {files, home}: CredentialDeps, of: (name?: string) => boolean) {
  const paths = entriesOf(document).flatMap((entry) => {
    const keyPath = isObject(entry) && of(profileName(entry)) ? textOf(entry.private_key_path) : undefined;
    return keyPath === undefined ? [] : [absolute(keyPath, dirname(path), home)];
  });
  return Promise.all(paths.map((one) => resolveLinks(one, files)));
}

export async function isNeeded(...args: Parameters<typeof usesOf>): Promise<boolean> {
  const {named, unclear} = await usesOf(...args);
  return named || unclear.length > 0;
}

/** Nothing is removed on account of a damaged record. */
async function readRecord(directory: string, files: Files): Promise<Pasted> {
  const {document} = await readConfig(files, join(directory, RECORD)).catch(() => ({document: {}}));
  const pasted: Pasted = new Map();
  for (const [name, key] of Object.entries(document)) {
    if (basename(name) !== name || !isObject(key) || !Array.isArray(key.configs)) continue;
    const configs = key.configs.filter((path) => typeof path === 'string');
    pasted.set(name, {configs, ...(key.replaced === true ? {replaced: true} : {})});
  }
  return pasted;
}

async function record(path: string, configPath: string, files: Files): Promise<void> {
  const pasted = await readRecord(dirname(path), files);
  const configs = new Set([...(pasted.get(basename(path))?.configs ?? []), configPath]);
  await writeRecord(dirname(path), pasted.set(basename(path), {configs: [...configs]}), files);
}

function writeRecord(directory: string, pasted: Pasted, files: Files): Promise<void> {
  const path = join(directory, RECORD);
  return pasted.size === 0 ? files.remove(path) : writeConfig(files, path, formatConfig(Object.fromEntries(pasted)));
}

function resolveLinks(path: string, files: Files): Promise<string> {
  return files.realpath(path).catch(() => path);
}
