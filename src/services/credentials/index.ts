import {dirname} from 'node:path';
import {isTrue} from '../model/values.ts';
import {globalPathOf} from './config.ts';
import type {CredentialDeps, Credentials, StatusReport} from './credentials.ts';
import {isComplete, isProvided, setVariables} from './fields.ts';
import {checkOwnership} from './ownership.ts';
import {findStored, listProfiles, readStored} from './profiles.ts';
import {activeProfile, choiceInput, chooseCredential, fromProfile, readChoice} from './resolve.ts';
import {loadCredential} from './secrets.ts';

type Optional = 'strict' | 'keychainEnabled' | 'environmentIgnored' | 'localConfigAllowed';
export type CredentialOptions = Omit<CredentialDeps, Optional> & Partial<Pick<CredentialDeps, Optional>>;

/** By default reads TOOL_BYPASS_KEYCHAIN, uses the environment, and looks for a local config. */
export function createCredentials(options: CredentialOptions): Credentials {
  const deps: CredentialDeps = {
    strict: false,
    keychainEnabled: !isTrue(options.env.TOOL_BYPASS_KEYCHAIN),
    environmentIgnored: false,
    localConfigAllowed: true,
    ...options,
  };
  const {keychainEnabled} = deps;
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
      const choice = fromProfile(stored, {environment: {}, keychainEnabled, strict: false});
      return (await loadCredential(choice, deps)).credential;
    },
    configPath: async () => globalPathOf(deps),
    async toolDirectory() {
      await checkOwnership(globalPathOf(deps), deps);
      return dirname(globalPathOf(deps));
    },
    status: () => readStatus(deps),
    // Loaded on demand: commands on the store need none of these.
    untrusted: async () => (await import('./trust.ts')).findUntrusted(deps),
    trust: async (seen) => (await import('./trust.ts')).trust(seen, deps),
    revokeTrust: async () => (await import('./trust.ts')).revokeTrust(deps),
    listTrusted: async () => (await import('./trust.ts')).listTrusted(deps),
    init: async (wanted) => (await import('./change-config.ts')).initConfig(wanted, deps),
    switchTo: async (name) => (await import('./change-config.ts')).switchTo(name, deps),
    login: async (wanted) => (await import('./login.ts')).login(wanted, deps),
    logout: async (name) => (await import('./logout.ts')).logout(name, deps),
    async *doctor({fix}) {
      const {examine} = await import('./doctor/index.ts');
      yield* examine(fix, deps);
    },
  };
}

async function readStatus(deps: CredentialDeps): Promise<StatusReport> {
  const [stored, keychainAvailable] = await Promise.all([
    readStored(deps),
    deps.keychainEnabled && deps.keychain.check().then(({accessible}) => accessible),
  ]);
  const input = choiceInput(stored, deps);
  return {
    backend: keychainAvailable ? 'keychain' : 'config',
    location: keychainAvailable ? 'system keychain' : stored.global.path,
    profiles: listProfiles(stored, deps),
    environmentProvided: isProvided(input.environment),
    environmentVariables: deps.environmentIgnored ? [] : setVariables(deps.env),
    environmentComplete: isComplete(input.environment),
    active: activeProfile(input),
    keychainAvailable,
    configPath: stored.global.path,
    localConfigPath: stored.local?.path,
    untrusted: stored.untrusted,
  };
}
