import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isRecord, keyPathsOf, pastedKeyPaths} from './config-document.ts';
import {
  formatConfig,
  keysDirectory,
  prepareDirectory,
  readConfig,
  readConfigBytes,
  writeConfig,
} from './config-file.ts';
import type {CredentialDeps} from './deps.ts';
import type {Locations} from './locations.ts';
import {parsePrivateKey, toPem} from './private-key.ts';
import type {Stored} from './stored.ts';
import type {Transaction} from './transaction.ts';

/** In the folder of pasted keys: what is known of each file made there. */
const RECORD = 'pasted-by-tool.json';

interface PastedKey {
  /** Config files that were given its path. */
  configs: readonly string[];
  /** It goes once none of them names it any more. */
  replaced?: true;
}

type Pasted = Map<string, PastedKey>;

/** Makes a private file of a pasted key for a profile of a config. @throws ToolError storage */
export async function storePastedKey(
  {name, keyId, pem, configPath}: {name: string; keyId: string; pem: string; configPath: string},
  stored: Stored,
  deps: CredentialDeps,
  {step}: Transaction,
): Promise<string> {
  const {files} = deps;
  const path = join(keysDirectory(stored.locations), `AuthKey_${keyId.replace(/[^A-Za-z0-9._-]/g, '_')}.p8`);
  await prepareDirectory(files, path);
  const pasted = await readPasted(stored, files);
  const old = await readConfigBytes(files, path);
  if (old) {
    const {key, isAsWritten} = keyIn(old);
    const configs = pasted.get(basename(path))?.configs;
    // As it is written here, and nothing names it: a login was killed before it had stored the profile.
    const isOurs = isAsWritten && (configs || (key === pem && !(await isNeeded(path, [], stored.locations, deps))));
    // Someone put it there: it is used as it is, and is not the tool's to replace or remove.
    if (!isOurs && key === pem) return path;
    if (!isOurs || (key !== pem && (await isNeeded(path, configs ?? [], stored.locations, deps, name)))) {
      throw new ToolError('storage', `${cleanText(path)} is there already, with another key or none in it`, {
        hint: 'Move it away, or log in with the path of a key file.',
      });
    }
  }
  // First of all: a run that is killed must not leave a key that nothing knows of.
  await record(path, configPath, pasted, files);
  await step(
    () => writeConfig(files, path, pem),
    () => (old ? writeConfig(files, path, old) : files.remove(path)),
  );
  return path;
}

/** The key in a file, in the form that the tool writes, and whether the file has that form. A download has another. */
export function keyIn(content: Uint8Array | undefined): {key?: string; isAsWritten: boolean} {
  const text = new TextDecoder().decode(content);
  const parsed = parsePrivateKey(text);
  const key = 'key' in parsed ? toPem(parsed.key) : undefined;
  return {key, isAsWritten: key === text};
}

/** Keeps in mind that a config names a key file, in case it is one of a pasted key. @throws ToolError storage */
export async function recordUse(
  keyPath: string,
  configPath: string,
  stored: Stored,
  {files}: CredentialDeps,
): Promise<void> {
  const path = await followed(keyPath, files);
  const isHere = dirname(path) === (await followed(keysDirectory(stored.locations), files));
  const pasted = isHere ? await readPasted(stored, files) : await readRecord(dirname(path), files);
  if (pasted.has(basename(path))) await record(path, configPath, pasted, files);
}

/**
 * Notes that the keys of a profile, or of all, go with it, before it does: a run that is killed between the two is finished by
 * the next one. @throws ToolError storage
 */
export async function giveUpKeys(
  name: string | undefined,
  stored: Stored,
  deps: CredentialDeps,
  {step}: Transaction,
): Promise<void> {
  const {files, home} = deps;
  const before = await readPasted(stored, files);
  const configs = [stored.global, stored.local].flatMap((file) => file ?? []);
  const paths = configs.flatMap(({document, path}) =>
    keyPathsOf(document, dirname(path), home, (own) => name === undefined || own === name),
  );
  const named = await Promise.all(paths.map((path) => followed(path, files)));
  const directory = keysDirectory(stored.locations);
  const going: Pasted = new Map();
  for (const [key, {configs}] of before) {
    if (named.includes(await followed(join(directory, key), files))) going.set(key, {configs, replaced: true});
  }
  if (going.size === 0) return;
  await step(
    () => writeRecord(directory, new Map([...before, ...going]), files),
    () => writeRecord(directory, before, files),
  );
}

/**
 * Removes files of pasted keys that no config names any more: those that were given up, or all of them.
 * @returns those that could not be removed
 */
export async function removeUnusedKeys(
  which: 'given up' | 'all',
  stored: Stored,
  deps: CredentialDeps,
): Promise<string[]> {
  const {files} = deps;
  const failed: string[] = [];
  for (const [name, {configs, replaced}] of await readPasted(stored, files)) {
    const path = join(keysDirectory(stored.locations), name);
    if ((which === 'given up' && !replaced) || (await isNeeded(path, configs, stored.locations, deps))) continue;
    // Meanwhile someone may have put a file of their own there.
    const content = await readConfigBytes(files, path).catch(() => undefined);
    if (content && !keyIn(content).isAsWritten) continue;
    await removeKey(path, stored, files).catch(() => failed.push(path));
  }
  return failed;
}

export async function removeKey(path: string, stored: Stored, files: CredentialDeps['files']): Promise<void> {
  await files.remove(path);
  const pasted = await readPasted(stored, files);
  if (!pasted.delete(basename(path))) return;
  // That of a file that is gone does no harm.
  await writeRecord(dirname(path), pasted, files).catch(() => {});
}

/** Whether something names a key file. */
export interface Uses {
  named: boolean;
  /** Configs that cannot tell: broken, or not where they were, as on a disk that is not mounted. */
  unclear: string[];
}

/**
 * Which configs name this file, however they spell its path.
 * @param configs beside those that are looked at here @param except a profile that is about to be replaced
 */
export async function usesOf(
  path: string,
  configs: readonly string[],
  {globalPath, localPaths}: Locations,
  deps: CredentialDeps,
  except?: string,
): Promise<Uses> {
  const {files, home} = deps;
  const target = await followed(path, files);
  const here = [globalPath, ...localPaths];
  // Written by hand and allowed: it may name the file, but was never given it.
  const allowed = await (await import('./trust-record.ts')).trustedPaths(deps);
  const uses: Uses = {named: false, unclear: []};
  for (const config of new Set([...here, ...configs, ...allowed])) {
    const file = await readConfig(files, config).catch(() => undefined);
    const mayBeGone = here.includes(config) || !configs.includes(config);
    if (!file || !(file.bytes || mayBeGone)) uses.unclear.push(config);
    else {
      const others = (name?: string) => except === undefined || name !== except || !here.includes(config);
      const paths = keyPathsOf(file.document, dirname(config), home, others);
      uses.named ||= (await Promise.all(paths.map((one) => followed(one, files)))).includes(target);
    }
  }
  return uses;
}

/** Whether a key file has to stay. A file is never removed on a guess. */
async function isNeeded(...args: Parameters<typeof usesOf>): Promise<boolean> {
  const {named, unclear} = await usesOf(...args);
  return named || unclear.length > 0;
}

/** Key files that the tool made of pasted keys, by name. */
export async function readPasted({locations, global, local}: Stored, files: CredentialDeps['files']): Promise<Pasted> {
  const directory = keysDirectory(locations);
  const pasted = await readRecord(directory, files);
  // Before there was a record, the entry of a profile said so.
  for (const file of [global, local]) {
    for (const path of file ? pastedKeyPaths(file.document) : []) {
      const name = basename(path);
      if (dirname(path) === directory && !pasted.has(name)) pasted.set(name, {configs: [file?.path ?? '']});
    }
  }
  return pasted;
}

/** Empty where there is none, or a damaged one: nothing is then removed for its sake. */
async function readRecord(directory: string, files: CredentialDeps['files']): Promise<Pasted> {
  const {document} = await readConfig(files, join(directory, RECORD)).catch(() => ({document: {}}));
  const pasted: Pasted = new Map();
  for (const [name, key] of Object.entries(document)) {
    if (basename(name) !== name || !isRecord(key) || !Array.isArray(key.configs)) continue;
    const configs = key.configs.filter((path) => typeof path === 'string');
    pasted.set(name, {configs, ...(key.replaced === true ? {replaced: true} : {})});
  }
  return pasted;
}

function record(path: string, configPath: string, pasted: Pasted, files: CredentialDeps['files']): Promise<void> {
  const configs = new Set([...(pasted.get(basename(path))?.configs ?? []), configPath]);
  return writeRecord(dirname(path), pasted.set(basename(path), {configs: [...configs]}), files);
}

function writeRecord(directory: string, pasted: Pasted, files: CredentialDeps['files']): Promise<void> {
  const path = join(directory, RECORD);
  return pasted.size === 0 ? files.remove(path) : writeConfig(files, path, formatConfig(Object.fromEntries(pasted)));
}

function followed(path: string, files: CredentialDeps['files']): Promise<string> {
  return files.realpath(path).catch(() => path);
}
