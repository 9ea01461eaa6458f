import {dirname, join} from 'node:path';
import {ToolError} from '../../model/error.ts';
import {type ConfigFile, type Locations, locate, readConfig} from '../config.ts';
import {entriesOf, profileName} from '../config-document.ts';
import type {CredentialDeps, DoctorSection} from '../credentials.ts';
import {FLAWS, ownershipFlaws} from '../ownership.ts';
import {mergeConfigs, readLocal, type Stored} from '../profiles.ts';
import {choiceInput} from '../resolve.ts';
import {isIgnored, writeGitignore} from '../write-config.ts';
import {
  applyRepairs,
  examineDefault,
  examineEnvironment,
  examineKeychain,
  examineProfiles,
  type Finding,
  fail,
  info,
  looseMode,
  messageOf,
  ok,
  warn,
} from './checks.ts';

export async function* examine(fix: boolean, given: CredentialDeps): AsyncIterable<DoctorSection> {
  const deps = {...given, warn: undefined};
  const repaired = async (look: () => Promise<Finding[]>) => applyRepairs(await look(), fix ? look : undefined);
  const keychain = await examineKeychain(deps);
  yield {title: 'Keychain', checks: await applyRepairs(keychain.findings)};

  const flaws = await repaired(() => examineOwnership(deps));
  // Nothing is read while a flaw is left, because others could have written to the folder or its config.
  const isSafe = flaws.every(({fixed}) => fixed);
  const read = async () => (isSafe ? examineConfigs(deps) : {findings: [], stored: undefined});
  yield {title: 'Config', checks: [...flaws, ...(await repaired(async () => (await read()).findings))]};

  const examineStored = (look: (stored: Stored) => Promise<Finding[]>) =>
    repaired(async () => {
      const {stored} = await read();
      return stored ? look(stored) : [];
    });
  const profiles = [
    ...(isSafe ? [] : [info('Stored profiles were not read', 'See the Config section.')]),
    ...(await examineStored((stored) => examineProfiles(stored, keychain.accessible, deps))),
    ...(await examineStored(async (stored) => examineDefault(stored, choiceInput(stored, deps), deps))),
  ];
  yield {title: 'Profiles', checks: profiles};

  const input = choiceInput((await read()).stored ?? {profiles: []}, deps);
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
  const findings = [...global.findings, ...(local?.findings ?? []), ...trust.findings];
  return {findings, stored};
}

async function examineOwnership(deps: CredentialDeps): Promise<Finding[]> {
  return (await ownershipFlaws(deps)).map(({path, flaw, mode, remedy, isRepairable}) => {
    const repair = isRepairable ? () => deps.files.chmod(path, mode) : undefined;
    return fail(`${path} ${FLAWS[flaw]}: nothing in it is used`, remedy, repair);
  });
}

async function examineConfig(path: string, {globalPath, repository}: Locations, deps: CredentialDeps) {
  const isLocal = path !== globalPath;
  const name = `${isLocal ? 'Local config' : 'Config'} file ${path}`;
  const file = await readConfig(deps.files, path).catch(unreadable);
  if ('status' in file) return {findings: [file]};
  if (!file.bytes) {
    const hint = "Nothing to do: 'tool auth login' or 'tool auth init' writes it.";
    return {findings: [info(`There is no config file at ${path}`, hint)], file};
  }
  const findings = [
    ok(`${name} exists`),
    ok(`${name} is readable and valid`),
    ...invalidMembers(file, name),
    ...(await looseModes(path, deps)),
    ...(isLocal && repository ? [await exposure(path, repository, deps)] : []),
  ];
  return {findings, file};
}

function unreadable(error: unknown): Finding {
  const hint = (error instanceof ToolError && error.hint) || 'Make it a readable file.';
  return fail(messageOf(error), hint);
}

async function examineTrust(locations: Locations, deps: CredentialDeps) {
  const findings: Finding[] = [];
  const onWarning = (text: string) => findings.push(warn(text, "Run 'tool auth trust' where you need a local config."));
  try {
    const {local, untrusted} = await readLocal(locations, {...deps, warn: onWarning});
    findings.push(...untrusted.map(({message, remedy}) => warn(message, `${remedy}.`)));
    return {local, findings};
  } catch (error) {
    return {findings: [...findings, unreadable(error)]};
  }
}

function invalidMembers({document}: ConfigFile, name: string): Finding[] {
  const nameless = entriesOf(document).flatMap((entry, index) =>
    profileName(entry) === undefined ? [`entry ${index + 1} of "profiles" is not a profile with a name`] : [],
  );
  const isOdd = !['undefined', 'string'].includes(typeof document.default_profile);
  const problems = [...nameless, ...(isOdd ? ['"default_profile" is not a name'] : [])];
  return problems.map((problem) => fail(`${name}: ${problem}`, 'Fix or remove it by hand.'));
}

async function looseModes(path: string, deps: CredentialDeps): Promise<Finding[]> {
  const found = await Promise.all(
    [path, dirname(path)].map(async (place) => {
      const stat = await deps.files.stat(place).catch(() => undefined);
      return stat ? looseMode(`The config ${stat.kind} ${place}`, place, stat, deps) : [];
    }),
  );
  if (deps.platform === 'win32' || found.flat().length > 0) return found.flat();
  return [ok('Only you can read the config file and its directory')];
}

async function exposure(path: string, repository: string, {files}: CredentialDeps): Promise<Finding> {
  if ((await isIgnored(files, path)) || (await isExcluded(repository, files)))
    return ok('git ignores the local config');
  const remedy = `Write a line \`*\` into ${join(dirname(path), '.gitignore')}.`;
  return warn(`git would commit the local config ${path}`, remedy, () => writeGitignore(files, path));
}

async function isExcluded(repository: string, files: CredentialDeps['files']): Promise<boolean> {
  for (const path of [join(repository, '.gitignore'), join(repository, '.git', 'info', 'exclude')]) {
    const bytes = await files.read(path, {maxBytes: 1_000_000, plain: true}).catch(() => undefined);
    if (/^(?:\*\*\/|\/)?\.tool(?:\/\**)?\s*$/m.test(new TextDecoder().decode(bytes))) return true;
  }
  return false;
}
