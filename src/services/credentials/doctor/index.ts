import type {ConfigFile} from '../config-file.ts';
import type {DoctorSection} from '../credentials.ts';
import type {CredentialDeps} from '../deps.ts';
import {locate} from '../locations.ts';
import {choiceInput, mergeConfigs, type Stored} from '../stored.ts';
import {examineConfig} from './config.ts';
import {examineEnvironment} from './environment.ts';
import {applyRepairs} from './finding.ts';
import {examineKeychain} from './keychain.ts';
import {examineKeys} from './keys.ts';
import {examineDefault, examineProfiles} from './profiles.ts';

/** Checks everything that a command needs of credentials; with `fix`, repairs what is safe to repair. */
export async function* examine(fix: boolean, deps: CredentialDeps): AsyncIterable<DoctorSection> {
  const keychain = await examineKeychain(deps);
  yield {title: 'Keychain', checks: await applyRepairs(keychain.findings, fix)};

  const configs = await examineConfigs(deps);
  yield {title: 'Config', checks: await applyRepairs(configs.findings, fix)};

  const found = await examineProfiles(configs.stored, keychain.accessible, deps);
  const profiles = await applyRepairs([...found, ...(await examineKeys(configs.stored, deps))], fix);
  // What was repaired may have taken profiles away.
  const {stored} = fix ? await examineConfigs(deps) : configs;
  const input = choiceInput(stored, deps);
  const defaults = await applyRepairs(examineDefault(stored, input, deps), fix);
  yield {title: 'Profiles', checks: [...profiles, ...defaults]};

  const environment = await applyRepairs(await examineEnvironment(input, deps), fix);
  if (environment.length > 0) yield {title: 'Environment', checks: environment};
}

/** The config files, and what can be understood of them. */
async function examineConfigs(deps: CredentialDeps) {
  const locations = await locate(deps);
  const {globalPath, localPath} = locations;
  const global = await examineConfig(globalPath, 'global', locations, deps);
  const local = localPath === undefined ? undefined : await examineConfig(localPath, 'local', locations, deps);
  const empty: ConfigFile = {path: globalPath, document: {}};
  const stored: Stored = mergeConfigs(locations, global.file ?? empty, local?.file, deps.home);
  return {findings: [...global.findings, ...(local?.findings ?? [])], stored};
}
