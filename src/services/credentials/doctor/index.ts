import {type ConfigFile, locate} from '../config.ts';
import type {CredentialDeps, DoctorSection} from '../credentials.ts';
import {mergeConfigs} from '../profiles.ts';
import {choiceInput} from '../resolve.ts';
import {applyRepairs, examineEnvironment, examineKeychain, info} from './checks.ts';
import {examineConfig, examineOwnership, examineTrust, strayEntries} from './config.ts';
import {examineKeys} from './keys.ts';
import {examineDefault, examineProfiles} from './profiles.ts';

/** Checks everything that commands need of credentials; with `fix`, repairs what is safe to repair. */
export async function* examine(fix: boolean, given: CredentialDeps): AsyncIterable<DoctorSection> {
  const deps = {...given, warn: undefined};
  const keychain = await examineKeychain(deps);
  yield {title: 'Keychain', checks: await applyRepairs(keychain.findings, fix)};

  const flaws = await applyRepairs(await examineOwnership(deps), fix);
  // What others could have written is not read.
  const isSafe = flaws.every(({fixed}) => fixed);
  const read = async () => (isSafe ? examineConfigs(deps) : undefined);
  const configs = await read();
  yield {title: 'Config', checks: [...flaws, ...(await applyRepairs(configs?.findings ?? [], fix))]};

  const found = configs
    ? [
        ...(await examineProfiles(configs.stored, keychain.accessible, deps)),
        ...(await examineKeys(configs.stored, deps)),
      ]
    : [info('Stored profiles were not read', 'See the Config section.')];
  const profiles = await applyRepairs(found, fix);
  const stored = (fix ? await read() : configs)?.stored;
  const input = choiceInput(stored ?? {profiles: []}, deps);
  const defaults = stored ? await applyRepairs(examineDefault(stored, input, deps), fix) : [];
  yield {title: 'Profiles', checks: [...profiles, ...defaults]};

  const environment = await applyRepairs(await examineEnvironment(input, deps), fix);
  if (environment.length > 0) yield {title: 'Environment', checks: environment};
}

async function examineConfigs(deps: CredentialDeps) {
  const locations = await locate(deps);
  const {globalPath} = locations;
  const global = await examineConfig(globalPath, locations, deps);
  const trust = await examineTrust(locations, deps);
  const local = trust.local && (await examineConfig(trust.local.path, locations, deps));
  const empty: ConfigFile = {path: globalPath, document: {}};
  const stored = mergeConfigs(locations, deps.home, global.file ?? empty, trust.local);
  const strays = trust.local ? strayEntries(trust.local, stored, deps) : [];
  return {findings: [...global.findings, ...(local?.findings ?? []), ...strays, ...trust.findings], stored};
}
