import type {StatusReport} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {isComplete, isProvided} from './environment.ts';
import {activeProfile, choiceInput, listProfiles, readStored} from './stored.ts';

/** What is stored, where, and what is active; reads no secret. @throws ToolError storage */
export async function readStatus(deps: CredentialDeps): Promise<StatusReport> {
  const [stored, keychainAvailable] = await Promise.all([
    readStored(deps),
    deps.keychainEnabled && deps.keychain.check().then(({accessible}) => accessible),
  ]);
  const input = choiceInput(stored, deps);
  const {environment} = input;
  return {
    backend: keychainAvailable ? 'keychain' : 'config',
    location: keychainAvailable ? 'system keychain' : stored.global.path,
    profiles: listProfiles(stored, deps),
    environmentProvided: isProvided(environment),
    environmentComplete: isComplete(environment),
    active: activeProfile(input),
    keychainAvailable,
    configPath: stored.global.path,
    localConfigPath: stored.local?.path,
    untrusted: stored.untrusted,
  };
}
