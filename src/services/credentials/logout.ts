import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {type ConfigDocument, defaultOf, withDefault, withoutProfiles} from './config-document.ts';
import {type ConfigFile, existing, withLocks} from './config-file.ts';
import type {LogoutResult} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {locate} from './locations.ts';
import {giveUpKeys, removeUnusedKeys} from './pasted-keys.ts';
import {rewriteIfChanged} from './rewrite-config.ts';
import {mergeConfigs, readStored, type Stored, unknownProfile} from './stored.ts';
import {listed, namesOf} from './stored-profile.ts';
import {transaction} from './transaction.ts';

/**
 * Removes every profile of a name, or all there are, from keychain and config files.
 * @throws ToolError `not-found`; `storage` naming what could not be removed
 */
export async function logout(name: string | undefined, deps: CredentialDeps): Promise<LogoutResult> {
  return withLocks(deps, await existing(deps.files, await locate(deps)), async () => {
    const stored = await readStored(deps);
    const going = stored.profiles.filter((profile) => name === undefined || profile.name === name);
    if (name !== undefined && going.length === 0) {
      // Of a run that was killed.
      await removeUnusedKeys('given up', stored, deps);
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
  const stays = (profile: Stored['profiles'][number]) => profile.storedIn === 'keychain' && failures.has(profile.name);

  const after = without(name, new Set(failures.keys()), stored, deps.home);
  try {
    await transaction(async (steps) => {
      await giveUpKeys(name, stored, deps, steps);
      for (const file of ['local', 'global'] as const) {
        const [before, next] = [stored[file], after[file]];
        if (before && next) await rewriteIfChanged(before, next.document, deps, steps);
      }
    });
  } catch (error) {
    const gone = inKeychain.filter((item) => !failures.has(item));
    if (!(error instanceof ToolError) || gone.length === 0) throw error;
    throw error.with({line: `The keychain items of ${listed(gone)} are removed.`});
  }
  if (interruption) throw interruption;
  const keysLeft = await removeUnusedKeys(name === undefined ? 'all' : 'given up', stored, deps);
  const removed = going.filter((profile) => !stays(profile)).map((profile) => profile.name);
  const problems = [
    ...[...failures].map(([item, reason]) => `${quoted(item)} in the keychain: ${reason}`),
    ...keysLeft.map((path) => `the key file ${cleanText(path)}`),
  ];
  if (problems.length === 0) return {removed};
  const also = removed.length > 0 ? [`Removed: ${listed(namesOf(removed.map((item) => ({name: item}))))}`] : [];
  throw new ToolError('storage', [`Could not remove ${problems.join('; ')}`, ...also].join('\n'), {
    hint: deps.keychainEnabled ? 'Unlock the keychain and try again.' : 'Unset TOOL_BYPASS_KEYCHAIN and try again.',
  });
}

/** @returns why, for each item that is still there; an interruption keeps all that follow */
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

/** What is left: index entries whose item could not be removed stay, defaults that name nothing any more go. */
function without(name: string | undefined, kept: ReadonlySet<string>, stored: Stored, home: string): Stored {
  const names = name === undefined ? namesOf(stored.profiles) : [name];
  const reduce = (file: ConfigFile): ConfigFile => ({
    ...file,
    document: names.reduce<ConfigDocument>(
      (document, each) => withoutProfiles(document, {name: each, keep: kept.has(each) ? 'keychain' : undefined}),
      file.document,
    ),
  });
  const global = reduce(stored.global);
  const local = stored.local && reduce(stored.local);
  const left = new Set(namesOf(mergeConfigs(stored.locations, global, local, home).profiles));
  const settle = (file: ConfigFile): ConfigFile => {
    const named = defaultOf(file.document);
    const dangles = named !== undefined && names.includes(named) && !left.has(named);
    return dangles ? {...file, document: withDefault(file.document, undefined)} : file;
  };
  return mergeConfigs(stored.locations, settle(global), local && settle(local), home);
}
