import {isTrue} from '../model/boolean.ts';
import {chooseCredential, fromProfile} from './choose-credential.ts';
import type {Credentials} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {loadCredential} from './load-credential.ts';
import {locate} from './locations.ts';
import {activeProfile, choiceInput, findStored, listProfiles, readStored} from './stored.ts';

/** What may be left out: read TOOL_BYPASS_KEYCHAIN, use the environment, look for a local config. */
export type CredentialOptions = Omit<CredentialDeps, Optional> & Partial<Pick<CredentialDeps, Optional>>;
type Optional = 'strict' | 'keychainEnabled' | 'environmentIgnored' | 'localConfigAllowed';

/** The credential services over what the host gives. Rarely used parts are loaded when they are asked for. */
export function createCredentials(options: CredentialOptions): Credentials {
  const deps: CredentialDeps = {
    strict: false,
    keychainEnabled: !isTrue(options.env.TOOL_BYPASS_KEYCHAIN),
    environmentIgnored: false,
    localConfigAllowed: true,
    ...options,
  };
  return {
    async resolve() {
      const choice = chooseCredential(choiceInput(await readStored(deps), deps));
      const {active, warnings, notes} = choice;
      return {credential: await loadCredential(choice, deps), active, warnings, notes};
    },
    active: async () => activeProfile(choiceInput(await readStored(deps), deps)),
    profiles: async () => listProfiles(await readStored(deps), deps),
    async load(profile) {
      const stored = findStored(profile, await readStored(deps));
      const {keychainEnabled} = deps;
      return loadCredential(fromProfile(stored, {environment: {}, keychainEnabled, strict: false}), deps);
    },
    configPath: async () => (await locate(deps)).globalPath,
    init: async (wanted) => (await import('./init.ts')).initConfig(wanted, deps),
    login: async (wanted) => (await import('./login.ts')).login(wanted, deps),
    switchTo: async (name) => (await import('./switch.ts')).switchTo(name, deps),
    logout: async (name) => (await import('./logout.ts')).logout(name, deps),
    status: async () => (await import('./status.ts')).readStatus(deps),
    async *doctor({fix}) {
      const {examine} = await import('./doctor/index.ts');
      yield* examine(fix, deps);
    },
  };
}
