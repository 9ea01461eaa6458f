import {dirname, join} from 'node:path';
import {ToolError} from '../../model/error.ts';
import {type ConfigFile, type Locations, locate, readConfig} from '../config.ts';
import {entriesOf, profileName} from '../config-document.ts';
import type {CredentialDeps, DoctorSection} from '../credentials.ts';
import {FLAWS, ownershipFlaws} from '../ownership.ts';
import {mergeConfigs, readLocal, type Stored} from '../profiles.ts';
import {choiceInput} from '../resolve.ts';
import {isIgnored, prepareFolder} from '../write-config.ts';
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
  // Nothing is read while a flaw remains, because others could have written to the folder or its config.
  const isSafe = flaws.every(({fixed}) => fixed);
  const read = async (): Promise<Configs> => (isSafe ? examineConfigs(deps) : {findings: []});
  yield {title: 'Config', checks: [...flaws, ...(await repaired(async () => (await read()).findings))]};

  const examineStored = (look: (stored: Stored) => Promise<Finding[]>) =>
    repaired(async () => {
      const {stored} = await read();
      return stored ? look(stored) : [];
    });
  const profiles = [
    ...((await read()).stored ? [] : [info('Stored profiles were not read', 'See the Config section.')]),
    ...(await examineStored((stored) => examineProfiles(stored, keychain.accessible, deps))),
    ...(await examineStored(async (stored) => examineDefault(stored, choiceInput(stored, deps), deps))),
  ];
  yield {title: 'Profiles', checks: profiles};

  const input = choiceInput((await read()).stored ?? {profiles: []}, deps);
  const environment = await applyRepairs(await examineEnvironment(input, deps));
  if (environment.length > 0) yield {title: 'Environment', checks: environment};
}

interface Configs {
  findings: Finding[];
  /** Undefined if a config could not be read. */
  stored?: Stored;
}

/** Examines the configs up to the first that cannot be read, where every other command would fail. */
async function examineConfigs(deps: CredentialDeps): Promise<Configs> {
  const locations = await locate(deps);
  const {globalPath} = locations;
  const findings: Finding[] = [];
  const damaged: Finding[] = [];
  const onWarning = (text: string) => damaged.push(warn(text, "Run 'tool auth trust' where you need a local config."));
  try {
    const global = await readConfig(deps.files, globalPath);
    findings.push(...(await examineConfig(global, locations, deps)));
    const {local, untrusted} = await readLocal(locations, {...deps, warn: onWarning});
    if (local) findings.push(...(await examineConfig(local, locations, deps)));
    findings.push(...damaged, ...untrusted.map(({message, remedy}) => warn(message, `${remedy}.`)));
    return {findings, stored: mergeConfigs(locations, deps.home, global, local)};
  } catch (error) {
    const hint = (error instanceof ToolError && error.hint) || 'Make it a readable file.';
    return {findings: [...findings, ...damaged, fail(messageOf(error), hint)]};
  }
}

async function examineOwnership(deps: CredentialDeps): Promise<Finding[]> {
  return (await ownershipFlaws(deps)).map(({path, flaw, mode, remedy, isRepairable}) => {
    const repair = isRepairable ? () => deps.files.chmod(path, mode) : undefined;
    return fail(`${path} ${FLAWS[flaw]}: nothing in it is used`, remedy, repair);
  });
}

async function examineConfig(
  file: ConfigFile,
  {globalPath, repository}: Locations,
  deps: CredentialDeps,
): Promise<Finding[]> {
  const {path, bytes} = file;
  if (!bytes) {
    const hint = "Nothing to do: 'tool auth login' or 'tool auth init' writes it.";
    return [info(`There is no config file at ${path}`, hint)];
  }
  const isLocal = path !== globalPath;
  const name = `${isLocal ? 'Local config' : 'Config'} file ${path}`;
  return [
    ok(`${name} exists`),
    ok(`${name} is readable and valid`),
    ...invalidMembers(file, name),
    ...(await looseModes(path, deps)),
    ...(isLocal && repository ? [await exposure(path, repository, deps)] : []),
  ];
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

async function exposure(path: string, repository: string, deps: CredentialDeps): Promise<Finding> {
  const {files} = deps;
  if ((await isIgnored(files, path)) || (await isExcluded(repository, files)))
    return ok('git ignores the local config');
  const remedy = `Write a line \`*\` into ${join(dirname(path), '.gitignore')}.`;
  return warn(`git would commit the local config ${path}`, remedy, () => prepareFolder(path, true, deps));
}

async function isExcluded(repository: string, files: CredentialDeps['files']): Promise<boolean> {
  for (const path of [join(repository, '.gitignore'), join(repository, '.git', 'info', 'exclude')]) {
    const bytes = await files.read(path, {maxBytes: 1_000_000, plain: true}).catch(() => undefined);
    if (/^(?:\*\*\/|\/)?\.tool(?:\/\**)?\s*$/m.test(new TextDecoder().decode(bytes))) return true;
  }
  return false;
}
