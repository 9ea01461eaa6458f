import {quoted} from '../model/clean.ts';
import {messageOf, ToolError} from '../model/error.ts';
import {changeStored, rewriteConfigs} from './change-config.ts';
import {type ConfigDocument, defaultOf, withDefault, withoutProfiles} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {removeUnusedKeys} from './pasted-keys.ts';
import {listed, namesOf, unknownProfile} from './profiles.ts';

export function logout(name: string | undefined, deps: CredentialDeps): Promise<{removed: string[]}> {
  return changeStored(deps, async (locked) => {
    const {stored} = locked;
    const chosen = stored.profiles.filter((profile) => name === undefined || profile.name === name);
    if (name !== undefined && chosen.length === 0) {
      // An earlier logout that was killed may have left key files behind.
      await removeUnusedKeys(deps);
      throw unknownProfile(name, stored);
    }
    const inKeychain = namesOf(chosen.filter(({storedIn}) => storedIn === 'keychain'));
    const failures = await deleteItems(inKeychain, deps);
    await rewriteConfigs(locked, ({document}) => without(namesOf(chosen), document, failures)).catch((error) => {
      const gone = inKeychain.filter((item) => !failures.has(item));
      if (!(error instanceof ToolError) || gone.length === 0) throw error;
      throw error.with({line: `The keychain items of ${listed(gone)} are removed.`});
    });
    deps.signal?.throwIfAborted();
    const keysLeft = await removeUnusedKeys(deps);
    const removed = chosen.filter((one) => one.storedIn === 'config' || !failures.has(one.name)).map((one) => one.name);
    const problems = [
      ...[...failures].map(([item, reason]) => `${quoted(item)} in the keychain: ${reason}`),
      ...keysLeft.map((left) => `the key file ${left}`),
    ];
    if (problems.length === 0) return {removed};
    const details = removed.length > 0 ? [`Removed: ${listed([...new Set(removed)])}`] : [];
    const remedy = deps.keychainEnabled ? 'Unlock the keychain' : 'Unset TOOL_BYPASS_KEYCHAIN';
    const hint = failures.size > 0 ? `${remedy} and try again.` : undefined;
    throw new ToolError('storage', `Could not remove ${problems.join('; ')}`, {details, hint});
  });
}

async function deleteItems(names: readonly string[], {keychain, keychainEnabled}: CredentialDeps) {
  const failures = new Map<string, string>();
  for (const name of names) {
    if (keychainEnabled) await keychain.delete(name).catch((error) => failures.set(name, messageOf(error)));
    else failures.set(name, 'the keychain is bypassed');
  }
  return failures;
}

function without(names: string[], document: ConfigDocument, failures: ReadonlyMap<string, string>): ConfigDocument {
  const keep = (name: string) => (failures.has(name) ? 'keychain' : undefined);
  const left = names.reduce((rest, name) => withoutProfiles(rest, {name, keep: keep(name)}), document);
  const named = defaultOf(left) ?? '';
  return names.includes(named) && !failures.has(named) ? withDefault(left, undefined) : left;
}
