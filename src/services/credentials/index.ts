import {dirname} from 'node:path';
import {isTrue} from '../model/values.ts';
import {chooseCredential, fromProfile} from './choose-credential.ts';
import type {Credentials} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {loadCredential} from './load-credential.ts';
import {globalPathOf} from './locations.ts';
import {checkOwn} from './ownership.ts';
import {activeProfile, findStored, listProfiles, readChoice, readStored} from './stored.ts';

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
      const {warnings, notes, ...choice} = chooseCredential(await readChoice(deps));
      const {credential, readOnly} = await loadCredential(choice, deps);
      return {credential, active: readOnly ? {...choice.active, readOnly} : choice.active, warnings, notes};
    },
    active: async () => activeProfile(await readChoice(deps)),
    profiles: async () => listProfiles(await readStored(deps), deps),
    async load(profile) {
      const stored = findStored(profile, await readStored(deps));
      const {keychainEnabled} = deps;
      const choice = fromProfile(stored, {environment: {}, keychainEnabled, strict: false});
      return (await loadCredential(choice, deps)).credential;
    },
    configPath: async () => globalPathOf(deps),
    async ownDirectory() {
      await checkOwn(globalPathOf(deps), deps);
      return dirname(globalPathOf(deps));
    },
    untrusted: async () => (await import('./trust.ts')).findUntrusted(deps),
    trust: async (seen) => (await import('./trust.ts')).trust(seen, deps),
    revokeTrust: async () => (await import('./trust.ts')).revokeTrust(deps),
    listTrusted: async () => (await import('./trust.ts')).listTrusted(deps),
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
