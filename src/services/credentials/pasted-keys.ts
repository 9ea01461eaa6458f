import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isObject} from '../model/values.ts';
import type {Files} from '../ports.ts';
import {type Locked, rewriteConfigs} from './change-config.ts';
import {type ConfigFile, keysDirectory, readConfig, readConfigBytes} from './config.ts';
import {absolute, entriesOf, keyFilesIn, profileName, textOf, withKeyFiles} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {parseKeyFile} from './private-key.ts';
import {readStored} from './profiles.ts';
import {readRecord} from './trust-record.ts';
import {prepareDirectory} from './write-config.ts';

/**
 * Key files that the tool makes of pasted keys, in `~/.tool/keys`. Each belongs to one profile; its config lists it
 * before it is written, and until it is removed. So a run that was killed leaves none that nothing knows of.
 */

/** Where the key of a profile goes: a file that nobody else has. @returns also what it replaces there */
export async function placeForKey(
  {name, keyId}: {name: string; keyId: string},
  config: ConfigFile,
  locked: Locked,
): Promise<{path: string; old?: Uint8Array}> {
  const {files} = locked.deps;
  const directory = keysDirectory(locked.stored.locations);
  const own = keyFilesIn(config.document);
  for (let number = 1; number <= MOST; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const path = join(directory, `AuthKey_${keyId.replace(/[^A-Za-z0-9._-]/g, '_')}${suffix}.p8`);
    await prepareDirectory(files, path);
    if (!(await files.lstat(path))) return {path};
    if (!own.includes(basename(path))) continue;
    const old = await readConfigBytes(files, path).catch(() => undefined);
    const uses = await usesOf(path, locked, name);
    if (old && parseKeyFile(old).isAsWritten && !uses.named && uses.unclear.length === 0) return {path, old};
  }
  throw new ToolError('storage', `${cleanText(directory)} holds too many files for the key ID`, {
    hint: 'Move away what you do not need, or log in with the path of a key file.',
  });
}

const MOST = 100;

/** Whether a file is in the folder of the tool's own key files, where a profile shares it with nobody. */
export async function isInKeysDirectory(path: string, {stored, deps: {files}}: Locked): Promise<boolean> {
  const directory = await resolveLinks(keysDirectory(stored.locations), files);
  return dirname(await resolveLinks(path, files)) === directory;
}

/** Removes listed key files that no config names any more. @returns those that could not be removed, and why */
export async function removeUnusedKeys(which: 'new' | 'all', deps: CredentialDeps): Promise<string[]> {
  const stored = await readStored({...deps, warn: undefined});
  const locked = {stored, deps};
  const directory = keysDirectory(stored.locations);
  const left: string[] = [];
  const removed: string[] = [];
  const listed = [stored.global, stored.local].flatMap((file) => (file ? keyFilesIn(file.document, which) : []));
  for (const name of new Set(listed)) {
    const path = join(directory, name);
    const {named, unclear} = await usesOf(path, locked);
    const failed = (why: string) => left.push(`${cleanText(path)}: ${why}`);
    if (named) continue;
    if (unclear[0] !== undefined) {
      failed(`${cleanText(unclear[0])} may name it, and cannot be read`);
      continue;
    }
    // Someone may have put a file of their own there.
    const content = await readConfigBytes(deps.files, path).catch(() => undefined);
    const isTheirs = content !== undefined && !parseKeyFile(content).isAsWritten;
    const problem = isTheirs ? undefined : await deps.files.remove(path).catch(({message}) => message);
    if (problem === undefined) removed.push(name);
    else failed(problem);
  }
  // What stays listed is tried again by the next change.
  if (removed.length > 0) await rewriteConfigs(locked, ({document}) => withKeyFiles(document, {without: removed}));
  return left;
}

/**
 * Whether a config names this file, however its path is spelled, and which configs are unclear: broken, or trusted and
 * not there. Asked are those here and the trusted ones; `except` is a profile here about to be replaced.
 */
export async function usesOf(path: string, {stored, deps}: Locked, except?: string) {
  const {files} = deps;
  const {globalPath, localPaths} = stored.locations;
  const target = await resolveLinks(path, files);
  const here = [globalPath, ...localPaths];
  const uses = {named: false, unclear: [] as string[], gone: [] as string[]};
  for (const config of new Set([...here, ...(await readRecord({...deps, warn: undefined})).keys()])) {
    const file = await readConfig(files, config).catch(() => undefined);
    if (!file) uses.unclear.push(config);
    else if (!file.bytes && !here.includes(config)) uses.gone.push(config);
    else {
      const others = (name?: string) => except === undefined || name !== except || !here.includes(config);
      uses.named ||= (await namedIn(file, deps, others)).includes(target);
    }
  }
  return uses;
}

/** Real paths of the key files that a config names, also in entries without a name. `of` selects names. */
function namedIn({path, document}: ConfigFile, {files, home}: CredentialDeps, of: (name?: string) => boolean) {
  const paths = entriesOf(document).flatMap((entry) => {
    const keyPath = isObject(entry) && of(profileName(entry)) ? textOf(entry.private_key_path) : undefined;
    return keyPath === undefined ? [] : [absolute(keyPath, dirname(path), home)];
  });
  return Promise.all(paths.map((one) => resolveLinks(one, files)));
}

function resolveLinks(path: string, files: Files): Promise<string> {
  return files.realpath(path).catch(() => path);
}
