import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import type {Files} from '../ports.ts';
import {type Locked, rewriteConfigs} from './change-config.ts';
import {type ConfigFile, keysDirectory, readConfigBytes} from './config.ts';
import {keyFilesIn, withKeyFiles} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {isToolsOwn} from './private-key.ts';
import {readStored} from './profiles.ts';
import {prepareDirectory} from './write-config.ts';

/** The config lists a pasted key before its file exists and until the file is removed, even if the run is killed. */

export async function placeForKey({name, keyId}: {name: string; keyId: string}, config: ConfigFile, locked: Locked) {
  const {files} = locked.deps;
  const base = join(keysDirectory(locked.stored.locations), `AuthKey_${keyId.replace(/[^A-Za-z0-9._-]/g, '_')}`);
  await prepareDirectory(files, base);
  const listed = keyFilesIn(config.document);
  for (let number = 1; ; number++) {
    const path = `${base}${number === 1 ? '' : `-${number}`}.p8`;
    if (!(await files.lstat(path))) return {path};
    if (!listed.includes(basename(path)) || (await isNamed(path, locked, name))) continue;
    const old = await readConfigBytes(files, path).catch(() => undefined);
    if (old && isToolsOwn(old)) return {path, old};
  }
}

export async function isInKeysDirectory(path: string, {stored, deps: {files}}: Locked): Promise<boolean> {
  const directory = await resolveLinks(keysDirectory(stored.locations), files);
  return dirname(await resolveLinks(path, files)) === directory;
}

export async function removeUnusedKeys(deps: CredentialDeps): Promise<string[]> {
  const {files} = deps;
  const locked = {stored: await readStored({...deps, warn: undefined}), deps};
  const left: string[] = [];
  const removed: string[] = [];
  const {global, local, locations} = locked.stored;
  const names = new Set([global, local].flatMap((file) => (file ? keyFilesIn(file.document) : [])));
  for (const name of names) {
    const path = join(keysDirectory(locations), name);
    if (await isNamed(path, locked)) continue;
    const content = await readConfigBytes(files, path).catch(() => undefined);
    const isTheirs = content !== undefined && !isToolsOwn(content);
    const problem = isTheirs ? undefined : await files.remove(path).catch(({message}) => message);
    if (problem === undefined) removed.push(name);
    else left.push(`${cleanText(path)}: ${problem}`);
  }
  if (removed.length > 0) {
    await rewriteConfigs(locked, ({document}) => {
      const files = keyFilesIn(document).filter((name) => !removed.includes(name));
      return withKeyFiles(document, files);
    });
  }
  return left;
}

async function isNamed(path: string, {stored, deps}: Locked, except?: string): Promise<boolean> {
  const others = stored.entries.filter(({name}) => name !== except);
  const paths = [path, ...others.flatMap(({privateKeyPath}) => privateKeyPath ?? [])];
  const [target, ...named] = await Promise.all(paths.map((one) => resolveLinks(one, deps.files)));
  return named.includes(target ?? path);
}

const resolveLinks = (path: string, files: Files): Promise<string> => files.realpath(path).catch(() => path);
