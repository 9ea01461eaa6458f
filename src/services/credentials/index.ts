import type {Credentials} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {parseBooleanVariable} from './environment.ts';
import {locate} from './locations.ts';
import {resolve} from './resolve.ts';
import {activeProfile, carryOut, listProfiles, readStored, resolveInput} from './stored.ts';

/** What may be left out: read TOOL_BYPASS_KEYCHAIN, use the environment, look for a local config. */
export type CredentialOptions = Omit<CredentialDeps, Optional> & Partial<Pick<CredentialDeps, Optional>>;
type Optional = 'keychainEnabled' | 'environmentIgnored' | 'localConfigAllowed';

/** The credential services over what the host gives. Rarely used parts are loaded when they are asked for. */
export function createCredentials(options: CredentialOptions): Credentials {
  const deps: CredentialDeps = {
    keychainEnabled: !parseBooleanVariable(options.env.TOOL_BYPASS_KEYCHAIN),
    environmentIgnored: false,
    localConfigAllowed: true,
    ...options,
  };
  return {
    async resolve(wanted) {
      const plan = resolve(resolveInput(await readStored(deps), wanted, deps));
      const {active, warnings, notes} = plan;
      return {credential: await carryOut(plan, deps), active, warnings, notes};
    },
    active: async (wanted) => activeProfile(resolveInput(await readStored(deps), wanted, deps)),
    profiles: async () => listProfiles(await readStored(deps)),
    async load({name, storedIn, configPath}) {
      const {profiles} = await readStored(deps);
      const one = profiles.filter(
        (profile) => profile.name === name && profile.storedIn === storedIn && profile.configPath === configPath,
      );
      const {keychainEnabled} = deps;
      const selected = {name, by: '--profile'} as const;
      return carryOut(resolve({profiles: one, selected, environment: {}, keychainEnabled, strict: false}), deps);
    },
    configPath: async () => (await locate(deps)).globalPath,
    init: async (wanted) => (await import('./init.ts')).initConfig(wanted, deps),
    login: async (wanted) => (await import('./login.ts')).login(wanted, deps),
    switchTo: async (name) => (await import('./switch.ts')).switchTo(name, deps),
    logout: async (name) => (await import('./logout.ts')).logout(name, deps),
    status: async (wanted) => (await import('./status.ts')).readStatus(wanted, deps),
    async *doctor(wanted) {
      const {examine} = await import('./doctor/index.ts');
      yield* examine(wanted, deps);
    },
  };
}
