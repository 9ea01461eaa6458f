import {basename, dirname} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isObject} from '../model/values.ts';
import {type ConfigFile, globalPathOf, locate, readConfigBytes} from './config.ts';
import {
  type ConfigDocument,
  defaultOf,
  entriesOf,
  isIndex,
  keyFilesIn,
  namesIn,
  textOf,
  withDefault,
  withKeyFiles,
} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {checkOwnership} from './ownership.ts';
import {readStored, type Stored, unknownProfile} from './profiles.ts';
import {readTrustedConfig, trustAlso, trustOnly} from './trust.ts';
import {
  configPathOf,
  formatConfig,
  prepareFolder,
  replaceFile,
  type Transaction,
  transaction,
  withLock,
  writeConfig,
} from './write-config.ts';

export interface Locked {
  stored: Stored;
  deps: CredentialDeps;
}

export async function changeStored<T>(deps: CredentialDeps, work: (all: Locked) => Promise<T>): Promise<T> {
  const begin = async () => work({stored: await readStored(deps), deps});
  const directory = await deps.files.stat(dirname(globalPathOf(deps))).catch(() => undefined);
  // Without a config folder, nothing is stored. Taking the lock would create that folder.
  return directory?.kind === 'directory' ? withLock(deps, begin) : begin();
}

export async function rewriteConfig({path, bytes}: ConfigFile, document: ConfigDocument, {deps, step}: Transaction) {
  const content = formatConfig(document);
  const isLocal = path !== globalPathOf(deps);
  if (isLocal) await trustAlso(path, content, {deps, step});
  await replaceFile(path, content, deps.files, step, bytes);
  if (isLocal) await trustOnly(path, content, {deps, step});
}

export function rewriteConfigs(locked: Locked, documentOf: (file: ConfigFile) => ConfigDocument): Promise<void> {
  return transaction(async (step) => {
    const change = {...locked, step};
    for (const file of [locked.stored.local, locked.stored.global]) {
      if (file) await rewriteIfChanged(file, documentOf(file), change);
    }
  });
}

export async function rewriteIfChanged(file: ConfigFile, document: ConfigDocument, change: Transaction): Promise<void> {
  if (JSON.stringify(document) !== JSON.stringify(file.document)) return rewriteConfig(file, document, change);
  if (file.bytes && file.path !== globalPathOf(change.deps)) await trustOnly(file.path, file.bytes, change);
}

export async function switchTo(name: string, deps: CredentialDeps): Promise<void> {
  await changeStored(deps, async (locked) => {
    const {global, local, profiles} = locked.stored;
    const named = profiles.filter((profile) => profile.name === name);
    if (named.length === 0) throw unknownProfile(name, locked.stored);
    // A profile that only the local config has cannot be the global default.
    const localWins = local && (defaultOf(local.document) !== undefined || named.every(({isLocal}) => isLocal));
    const chosen = localWins ? local : global;
    await rewriteConfigs(locked, (file) => (file === chosen ? withDefault(file.document, name) : file.document));
  });
}

export async function initConfig({force, local}: {force: boolean; local: boolean}, deps: CredentialDeps) {
  const locations = await locate(deps);
  const path = configPathOf(locations, local);
  const readOld = async () => {
    const old = await readConfigBytes(deps.files, path);
    if (!old || force) return old;
    const hint = 'Use --force to start over; the old file is kept as config.json.bak.';
    throw new ToolError('conflict', `${cleanText(path)} exists`, {hint});
  };
  await checkOwnership(deps);
  // A refused run leaves no folder, lock or .gitignore behind.
  await readOld();
  await prepareFolder(path, local, deps);
  return withLock(deps, async () => {
    const bytes = await readOld();
    // Nothing is carried over from a broken or untrusted config.
    const old = await readTrustedConfig(path, locations, deps).catch(() => ({document: {}}));
    const config = carriedOver(old.document);
    if (bytes && !Buffer.from(formatConfig(config)).equals(bytes)) {
      const backup = `${path}.bak`;
      await writeConfig(deps.files, backup, bytes, {bytes: await readConfigBytes(deps.files, backup)});
    }
    await transaction((step) => rewriteConfig({path, bytes, document: {}}, config, {deps, step}));
    return {configPath: path, config: {...config}};
  });
}

/** Keeps the profiles whose secret only the tool holds, in the keychain or as a pasted key. */
function carriedOver(document: ConfigDocument): ConfigDocument {
  const keyFiles = keyFilesIn(document);
  const isPasted = (entry: unknown) =>
    isObject(entry) && keyFiles.includes(basename(textOf(entry.private_key_path) ?? ''));
  const profiles = entriesOf(document).filter((entry) => isIndex(entry) || isPasted(entry));
  const name = defaultOf(document) ?? '';
  const isNamed = namesIn({profiles}).includes(name);
  return withKeyFiles({...(isNamed && {default_profile: name}), ...(profiles.length > 0 && {profiles})}, keyFiles);
}
