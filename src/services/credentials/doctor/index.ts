import {type ConfigFile, locate} from '../config.ts';
import type {CredentialDeps, DoctorSection} from '../credentials.ts';
import {mergeConfigs} from '../profiles.ts';
import {choiceInput} from '../resolve.ts';
import {applyRepairs, examineEnvironment, examineKeychain, info} from './checks.ts';
import {examineConfig, examineTrust, strayEntries} from './config.ts';
import {examineKeys} from './keys.ts';
import {examineDefault, examineProfiles} from './profiles.ts';

/** Checks everything that commands need of credentials; with `fix`, repairs what is safe to repair. */
export async function* examine(fix: boolean, given: CredentialDeps): AsyncIterable<DoctorSection> {
  const deps = {...given, warn: undefined};
  const keychain = await examineKeychain(deps);
  yield {title: 'Keychain', checks: await applyRepairs(keychain.findings, fix)};

  let configs = await examineConfigs(deps);
  let checks = await applyRepairs(configs.findings, fix);
  if (configs.unread && fix) {
    const repaired = checks.filter(({fixed}) => fixed);
    configs = await examineConfigs(deps);
    checks = [...repaired, ...(await applyRepairs(configs.findings, fix))];
  }
  yield {title: 'Config', checks};

  const found = configs.unread
    ? [info('Stored profiles were not read', 'See the Config section.')]
    : [
        ...(await examineProfiles(configs.stored, keychain.accessible, deps)),
        ...(await examineKeys(configs.stored, deps)),
      ];
  const profiles = await applyRepairs(found, fix);
  const {stored, unread} = fix ? await examineConfigs(deps) : configs;
  const input = choiceInput(stored, deps);
  const defaults = unread ? [] : await applyRepairs(examineDefault(stored, input, deps), fix);
  yield {title: 'Profiles', checks: [...profiles, ...defaults]};

  const environment = await applyRepairs(await examineEnvironment(input, deps), fix);
  if (environment.length > 0) yield {title: 'Environment', checks: environment};
}

async function examineConfigs(deps: CredentialDeps) {
  const locations = await locate(deps);
  const {globalPath} = locations;
  const global = await examineConfig(globalPath, 'global', locations, deps);
  const trust = global.unread ? undefined : await examineTrust(locations, deps);
  const local = trust?.local && (await examineConfig(trust.local.path, 'local', locations, deps));
  const empty: ConfigFile = {path: globalPath, document: {}};
  const stored = mergeConfigs(locations, deps.home, global.file ?? empty, trust?.local);
  const strays = trust?.local ? strayEntries(trust.local, stored, deps) : [];
  const findings = [...global.findings, ...(local?.findings ?? []), ...strays, ...(trust?.findings ?? [])];
  return {findings, stored, unread: global.unread};
}
