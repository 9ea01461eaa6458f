import {type ConfigFile, locate} from '../config.ts';
import type {CredentialDeps, DoctorSection} from '../credentials.ts';
import {mergeConfigs, type Stored} from '../profiles.ts';
import {choiceInput} from '../resolve.ts';
import {applyRepairs, examineEnvironment, examineKeychain, type Finding, info} from './checks.ts';
import {examineConfig, examineOwnership, examineTrust, strayEntries} from './config.ts';
import {examineKeys} from './keys.ts';
import {examineDefault, examineProfiles} from './profiles.ts';

export async function* examine(fix: boolean, given: CredentialDeps): AsyncIterable<DoctorSection> {
  const deps = {...given, warn: undefined};
  const keychain = await examineKeychain(deps);
  yield {title: 'Keychain', checks: await applyRepairs(keychain.findings)};

  const repaired = (findings: readonly Finding[], again: () => Promise<readonly Finding[]>) =>
    applyRepairs(findings, fix ? again : undefined);
  const flaws = await repaired(await examineOwnership(deps), () => examineOwnership(deps));
  // What others could have written is not read.
  const isSafe = flaws.every(({fixed}) => fixed);
  const read = async () => (isSafe ? examineConfigs(deps) : undefined);
  const configs = await read();
  const found = await repaired(configs?.findings ?? [], async () => (await read())?.findings ?? []);
  yield {title: 'Config', checks: [...flaws, ...found]};

  const examineStored = async (stored: Stored) => [
    ...(await examineProfiles(stored, keychain.accessible, deps)),
    ...(await examineKeys(stored, deps)),
  ];
  const profiles = configs
    ? await repaired(await examineStored(configs.stored), async () => examineStored(((await read()) ?? configs).stored))
    : [info('Stored profiles were not read', 'See the Config section.')];
  const stored = (fix ? await read() : configs)?.stored;
  const input = choiceInput(stored ?? {profiles: []}, deps);
  const examineDefaults = (now?: Stored) => (now ? examineDefault(now, choiceInput(now, deps), deps) : []);
  const defaults = await repaired(examineDefaults(stored), async () => examineDefaults((await read())?.stored));
  yield {title: 'Profiles', checks: [...profiles, ...defaults]};

  const environment = await applyRepairs(await examineEnvironment(input, deps));
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
