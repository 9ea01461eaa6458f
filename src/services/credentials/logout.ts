import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {changeStored, rewriteIfChanged} from './change-config.ts';
import type {ConfigFile} from './config.ts';
import {defaultOf, withDefault, withoutProfiles} from './config-document.ts';
import type {CredentialDeps, LogoutResult} from './credentials.ts';
import {giveUpKeys, removeUnusedKeys} from './pasted-keys.ts';
import {listed, mergeConfigs, namesOf, type Stored, unknownProfile} from './profiles.ts';
import {transaction} from './write-config.ts';

/**
 * Removes every profile of a name, or all there are, from keychain and config files.
 * @throws ToolError `not-found`; `storage` naming what could not be removed
 */
export function logout(name: string | undefined, deps: CredentialDeps): Promise<LogoutResult> {
  return changeStored(deps, async (stored) => {
    const going = stored.profiles.filter((profile) => name === undefined || profile.name === name);
    if (name !== undefined && going.length === 0) {
      // A logout that was killed may have left its keys.
      await removeUnusedKeys('replaced', stored, deps);
      throw unknownProfile(name, stored);
    }
    return remove(name, going, stored, deps);
  });
}

async function remove(
  name: string | undefined,
  going: Stored['profiles'],
  stored: Stored,
  deps: CredentialDeps,
): Promise<LogoutResult> {
  const inKeychain = namesOf(going.filter(({storedIn}) => storedIn === 'keychain'));
  const {failures, interruption} = await deleteItems(inKeychain, deps);
  try {
    await transaction(async (step) => {
      await giveUpKeys(name, stored, deps, step);
      const names = name === undefined ? namesOf(stored.profiles) : [name];
      for (const [file, document] of without(names, failures, stored, deps.home)) {
        await rewriteIfChanged(file, document, deps, step);
      }
    });
  } catch (error) {
    const gone = inKeychain.filter((item) => !failures.has(item));
    if (!(error instanceof ToolError) || gone.length === 0) throw error;
    throw error.with({line: `The keychain items of ${listed(gone)} are removed.`});
  }
  if (interruption) throw interruption;
  const keysLeft = await removeUnusedKeys(name === undefined ? 'all' : 'replaced', stored, deps);
  const gone = going.filter((profile) => profile.storedIn === 'config' || !failures.has(profile.name));
  const problems = [
    ...[...failures].map(([item, reason]) => `${quoted(item)} in the keychain: ${reason}`),
    ...keysLeft.map((path) => `the key file ${cleanText(path)}`),
  ];
  if (problems.length === 0) return {removed: gone.map((profile) => profile.name)};
  const also = gone.length > 0 ? [`Removed: ${listed(namesOf(gone))}`] : [];
  throw new ToolError('storage', [`Could not remove ${problems.join('; ')}`, ...also].join('\n'), {
    hint: deps.keychainEnabled ? 'Unlock the keychain and try again.' : 'Unset TOOL_BYPASS_KEYCHAIN and try again.',
  });
}

/** @returns why, for each item that is still there; after an interruption, those that follow are left alone */
async function deleteItems(
  names: readonly string[],
  {keychain, keychainEnabled}: CredentialDeps,
): Promise<{failures: Map<string, string>; interruption?: ToolError}> {
  const failures = new Map<string, string>();
  let interruption: ToolError | undefined;
  for (const name of names) {
    try {
      if (interruption) throw interruption;
      if (keychainEnabled) await keychain.delete(name);
      else failures.set(name, 'the keychain is bypassed');
    } catch (error) {
      if (error instanceof ToolError && error.kind === 'interrupted') interruption = error;
      failures.set(name, error instanceof Error ? error.message : String(error));
    }
  }
  return {failures, interruption};
}

/** Keeps index entries of items that could not be removed; drops defaults that name nothing any more. */
function without(
  names: readonly string[],
  failures: ReadonlyMap<string, string>,
  {locations, global, local}: Stored,
  home: string,
): [ConfigFile, ConfigFile['document']][] {
  const reduce = (file: ConfigFile): ConfigFile => {
    let {document} = file;
    for (const name of names) {
      document = withoutProfiles(document, {name, keep: failures.has(name) ? 'keychain' : undefined});
    }
    return {...file, document};
  };
  const files = [local, global].flatMap((file) => file ?? []);
  const left = new Set(namesOf(mergeConfigs(locations, reduce(global), local && reduce(local), home).profiles));
  return files.map((file) => {
    const {document} = reduce(file);
    const named = defaultOf(document);
    const dangles = named !== undefined && names.includes(named) && !left.has(named);
    return [file, dangles ? withDefault(document, undefined) : document];
  });
}
