import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {backUp} from './backup.ts';
import {type ConfigDocument, defaultOf, profileName, withDefault, withoutProfiles} from './config-document.ts';
import {readConfigBytes, withLocks} from './config-file.ts';
import type {InitOptions, InitResult} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {prepareTarget, targetOf} from './local-config.ts';
import {type Locations, locate} from './locations.ts';
import {checkOwn} from './ownership.ts';
import {rewriteConfig} from './rewrite-config.ts';
import {transaction} from './transaction.ts';
import {readTarget} from './trust.ts';

/** Writes a config without profiles. What the keychain holds stays listed in it. @throws ToolError `conflict`, `storage` */
export async function initConfig({force, local}: InitOptions, deps: CredentialDeps): Promise<InitResult> {
  const {files} = deps;
  const locations = await locate(deps);
  const path = targetOf(locations, local);
  await checkOwn(locations.globalPath, deps);
  // Before anything is made: what is there may not be a file at all.
  refuseExisting(await readConfigBytes(files, path), path, force);
  await prepareTarget(path, local, locations.globalPath, deps);
  return withLocks(deps, [path], async () => {
    const bytes = await readConfigBytes(files, path);
    refuseExisting(bytes, path, force);
    if (bytes) await backUp(files, path, bytes);
    const config = await keychainIndexOf(path, locations, deps);
    await transaction((steps) => rewriteConfig({path, bytes, document: {}}, config, deps, steps));
    return {configPath: path, created: true, config: {...config}};
  });
}

function refuseExisting(old: Uint8Array | undefined, path: string, force: boolean): void {
  if (!old || force) return;
  throw new ToolError('conflict', `${cleanText(path)} exists`, {
    hint: 'Use --force to start over; the old file is kept as config.json.bak.',
  });
}

/** The index entries of the old file, so that no secret in the keychain is lost sight of. */
async function keychainIndexOf(path: string, locations: Locations, deps: CredentialDeps): Promise<ConfigDocument> {
  let document: ConfigDocument;
  try {
    ({document} = await readTarget(path, locations, deps));
  } catch {
    // Broken, or not trusted.
    return {};
  }
  const {profiles} = withoutProfiles({profiles: document.profiles ?? []}, {keep: 'keychain'});
  const kept = (Array.isArray(profiles) ? profiles : []).filter((entry) => entry?.stored_in === 'keychain');
  if (kept.length === 0) return {};
  const name = defaultOf(document);
  const index = {profiles: kept};
  return kept.some((entry) => profileName(entry) === name) ? withDefault(index, name) : index;
}
