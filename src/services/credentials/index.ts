import {dirname} from 'node:path';
import type {Credential, Profile} from '../model/credential.ts';
import {isTrue} from '../model/values.ts';
import {globalPathOf} from './config.ts';
import type {CredentialDeps, LoginOptions} from './credentials.ts';
import {isProvided, readEnvironment} from './fields.ts';
import {checkOwnership} from './ownership.ts';
import {findStored, listProfiles, readStored} from './profiles.ts';
import {activeProfile, choiceInput, chooseCredential, fromProfile, readChoice} from './resolve.ts';
import {loadCredential} from './secrets.ts';

export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(options: Omit<CredentialDeps, 'keychainEnabled'>) {
  const {env, configDirectory} = options;
  const keychainEnabled = configDirectory === undefined && !isTrue(env.TOOL_BYPASS_KEYCHAIN);
  const deps: CredentialDeps = {...options, keychainEnabled};
  return {
    async resolve() {
      const {warnings, notes, ...choice} = chooseCredential(await readChoice(deps));
      return {credential: await loadCredential(choice, deps), active: choice.active, warnings, notes};
    },
    active: async () => activeProfile(await readChoice(deps)),
    profiles: async () => listProfiles(await readStored(deps), deps),
    async load(profile: Profile): Promise<Credential> {
      const stored = findStored(profile, await readStored(deps));
      const choice = fromProfile(stored, {environment: readEnvironment({}), keychainEnabled, strict: false});
      return loadCredential(choice, deps);
    },
    configPath: async () => globalPathOf(deps),
    async toolDirectory() {
      await checkOwnership(deps);
      return dirname(globalPathOf(deps));
    },
    status: () => readStatus(deps),
    // These functions are loaded on demand, because commands that use the store do not need them.
    untrusted: async () => (await import('./trust.ts')).findUntrusted(deps),
    /** @param seen the hash of the config that the user saw. A config that has changed since then is refused */
    trust: async (seen?: string) => (await import('./trust.ts')).trust(seen, deps),
    revokeTrust: async () => (await import('./trust.ts')).revokeTrust(deps),
    listTrusted: async () => (await import('./trust.ts')).listTrusted(deps),
    init: async (wanted: {force: boolean; local: boolean}) =>
      (await import('./change-config.ts')).initConfig(wanted, deps),
    switchTo: async (name: string) => (await import('./change-config.ts')).switchTo(name, deps),
    login: async (wanted: LoginOptions) => (await import('./login.ts')).login(wanted, deps),
    logout: async (name?: string) => (await import('./logout.ts')).logout(name, deps),
    async *doctor({fix}: {fix: boolean}) {
      const {examine} = await import('./doctor/index.ts');
      yield* examine(fix, deps);
    },
  };
}

export type StatusReport = Awaited<ReturnType<typeof readStatus>>;

async function readStatus(deps: CredentialDeps) {
  const [stored, keychainAvailable] = await Promise.all([
    readStored(deps),
    deps.keychainEnabled && deps.keychain.check().then(({accessible}) => accessible),
  ]);
  const input = choiceInput(stored, deps);
  return {
    profiles: listProfiles(stored, deps),
    environmentProvided: isProvided(input.environment),
    environmentVariables: input.environment.set,
    environmentKeyId: input.environment.keyId?.value,
    environmentComplete: input.environment.complete !== undefined,
    active: activeProfile(input),
    keychainAvailable,
    configPath: stored.global.path,
    localConfigPath: stored.local?.path,
    untrusted: stored.untrusted,
  };
}
