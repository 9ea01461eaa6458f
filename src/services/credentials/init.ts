import {dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {backUp} from './backup.ts';
import {type ConfigDocument, defaultOf, profileName, withDefault, withoutProfiles} from './config-document.ts';
import {formatConfig, parseConfig, prepareDirectory, readConfigBytes, withLocks, writeConfig} from './config-file.ts';
import type {InitOptions, InitResult} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {prepareLocal, targetOf} from './local-config.ts';
import {locate} from './locations.ts';

/** Writes a config without profiles. What the keychain holds stays listed in it. @throws ToolError `conflict`, `storage` */
export async function initConfig({force, local}: InitOptions, deps: CredentialDeps): Promise<InitResult> {
  const {files} = deps;
  const path = targetOf(await locate(deps), local);
  // Before anything is made: what is there may not be a file at all.
  refuseExisting(await readConfigBytes(files, path), path, force);
  if (local) await prepareLocal(files, path);
  else await prepareDirectory(files, path);
  return withLocks(
    files,
    [path],
    async () => {
      const old = await readConfigBytes(files, path);
      refuseExisting(old, path, force);
      if (old) await backUp(files, path, old);
      const config = old ? keychainIndexOf(old, path) : {};
      await writeConfig(files, path, formatConfig(config));
      return {configPath: path, created: true, config: {...config}};
    },
    deps.signal,
  );
}

function refuseExisting(old: Uint8Array | undefined, path: string, force: boolean): void {
  if (!old || force) return;
  throw new ToolError('conflict', `${cleanText(path)} exists`, {
    hint: 'Use --force to start over; the old file is kept as config.json.bak.',
  });
}

/** The index entries of the old file, so that no secret in the keychain is lost sight of. */
function keychainIndexOf(old: Uint8Array, path: string): ConfigDocument {
  let document: ConfigDocument;
  try {
    document = parseConfig(old, join(dirname(path), 'config.json'));
  } catch {
    return {};
  }
  const {profiles} = withoutProfiles({profiles: document.profiles ?? []}, {keep: 'keychain'});
  const kept = (Array.isArray(profiles) ? profiles : []).filter((entry) => entry?.stored_in === 'keychain');
  if (kept.length === 0) return {};
  const name = defaultOf(document);
  const index = {profiles: kept};
  return kept.some((entry) => profileName(entry) === name) ? withDefault(index, name) : index;
}
