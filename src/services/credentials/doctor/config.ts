import {dirname, join} from 'node:path';
import {quoted} from '../../model/clean.ts';
import {ToolError} from '../../model/error.ts';
import {entriesOf, profileName, storedProfiles} from '../config-document.ts';
import {type ConfigFile, DIRECTORY_MODE, FILE_MODE, readConfig} from '../config-file.ts';
import type {CredentialDeps} from '../deps.ts';
import {chmodCommand, isLoose} from '../key-source.ts';
import {isIgnored, writeGitignore} from '../local-config.ts';
import type {Locations} from '../locations.ts';
import {FLAWS, flawsOfOwn, type OwnFlaw, remedyOf} from '../ownership.ts';
import {readLocal, type Stored} from '../stored.ts';
import {namesOf} from '../stored-profile.ts';
import {type Finding, fail, info, ok, warn, wordsOf} from './finding.ts';

export interface ConfigFindings {
  findings: Finding[];
  /** Absent when the file could not be understood. */
  file?: ConfigFile;
  /** Others can write it, or have: nothing was read. */
  unread?: true;
}

type Needs = Pick<CredentialDeps, 'files' | 'platform' | 'user' | 'env'>;

export async function examineConfig(
  path: string,
  kind: 'global' | 'local',
  {repository}: Locations,
  deps: Needs,
): Promise<ConfigFindings> {
  const name = kind === 'local' ? `Local config file ${path}` : `Config file ${path}`;
  const flaws = kind === 'global' ? await flawsOfOwn(path, deps) : [];
  if (flaws.length > 0) return {findings: flaws.map((flaw) => foreignFinding(flaw, deps)), unread: true};
  let file: ConfigFile;
  try {
    file = await readConfig(deps.files, path);
  } catch (error) {
    const hint = (error instanceof ToolError && error.hint) || 'Make it a file that you can read.';
    return {findings: [fail(wordsOf(error), hint)]};
  }
  if (!file.bytes) {
    const directory = dirname(path);
    const found = await deps.files.lstat(directory).catch(() => undefined);
    if (found && (await deps.files.stat(directory).catch(() => undefined))?.kind !== 'directory') {
      return {
        findings: [fail(`${directory} is not a directory`, 'Move it away: the config file belongs in it.')],
        file,
      };
    }
    const hint = "Nothing needs to be done: 'tool auth login' or 'tool auth init' writes it.";
    return {findings: [info(`There is no config file at ${path}`, hint)], file};
  }
  const findings = [ok(`${name} exists`), ok(`${name} is readable and valid`)];
  findings.push(...strangeMembers(file, name), ...(await looseModes(path, deps)));
  if (kind === 'local' && repository) findings.push(await exposure(path, repository, deps));
  return {findings, file};
}

function foreignFinding(own: OwnFlaw, {files}: Needs): Finding {
  const {path, flaw, stat} = own;
  const mode = stat.kind === 'directory' ? DIRECTORY_MODE : FILE_MODE;
  const repair = flaw === 'writable' ? () => files.chmod(path, mode) : undefined;
  return fail(`${path} ${FLAWS[flaw]}: nothing in it is used`, remedyOf(own), repair);
}

/** The local config that is used, and what is to be said of those that are not. */
export async function examineTrust(
  locations: Locations,
  deps: CredentialDeps,
): Promise<{local?: ConfigFile; findings: Finding[]}> {
  const findings: Finding[] = [];
  const told = (text: string) => findings.push(warn(text, "Run 'tool auth trust' where you need a local config."));
  try {
    const {local, untrusted} = await readLocal(locations, {...deps, warn: told});
    findings.push(...untrusted.map(({message, remedy}) => warn(message, `${remedy}.`)));
    return {local, findings};
  } catch (error) {
    const hint = (error instanceof ToolError && error.hint) || 'Make it a file that you can read.';
    return {findings: [...findings, fail(wordsOf(error), hint)]};
  }
}

/** Entries of a local config for items of the keychain that the user's own config does not list. */
export function strayEntries({path, document}: ConfigFile, {profiles}: Stored, {home}: CredentialDeps): Finding[] {
  const used = namesOf(profiles.filter(({isLocal, storedIn}) => isLocal && storedIn === 'keychain'));
  return storedProfiles(document, {path, isLocal: true, home})
    .filter(({name, storedIn}) => storedIn === 'keychain' && !used.includes(name))
    .map(({name}) =>
      warn(
        `${path} lists profile ${quoted(name)} of the keychain, which your own config does not: it is not used`,
        "Remove it by hand, or log in to it without '--local'.",
      ),
    );
}

/** What the tool passes over without an error, and a person should know of. */
function strangeMembers({document}: ConfigFile, name: string): Finding[] {
  const findings = entriesOf(document).flatMap((entry, index) =>
    profileName(entry) !== undefined
      ? []
      : [fail(`${name}: entry ${index + 1} of "profiles" is not a profile with a name`, 'Fix or remove it by hand.')],
  );
  const {default_profile: name_} = document;
  if (name_ !== undefined && typeof name_ !== 'string') {
    findings.push(fail(`${name}: "default_profile" is not a name`, "Set it with 'tool auth switch --name NAME'."));
  }
  return findings;
}

async function looseModes(path: string, {files, platform}: Needs): Promise<Finding[]> {
  const wanted = [
    {target: path, mode: FILE_MODE, what: 'file'},
    {target: dirname(path), mode: DIRECTORY_MODE, what: 'directory'},
  ];
  const findings = await Promise.all(
    wanted.map(async ({target, mode, what}) => {
      const stat = await files.stat(target).catch(() => undefined);
      if (!stat || !isLoose(stat, platform)) return [];
      const bits = (stat.mode & 0o777).toString(8);
      return [
        warn(
          `The config ${what} ${target} is open to other users (mode ${bits})`,
          `${chmodCommand(mode, target)}.`,
          () => files.chmod(target, mode),
        ),
      ];
    }),
  );
  const found = findings.flat();
  return found.length === 0 && platform !== 'win32'
    ? [ok('Only you can read the config file and its directory')]
    : found;
}

/** A config in a repository holds key IDs and paths that belong to one person. */
async function exposure(path: string, repository: string, {files}: Needs): Promise<Finding> {
  if ((await isIgnored(files, path)) || (await isExcluded(repository, files))) {
    return ok('git ignores the local config');
  }
  const ignore = join(dirname(path), '.gitignore');
  return warn(`git would commit the local config ${path}`, `Write a line \`*\` into ${ignore}.`, () =>
    writeGitignore(files, path),
  );
}

async function isExcluded(repository: string, files: Needs['files']): Promise<boolean> {
  const lists = [join(repository, '.gitignore'), join(repository, '.git', 'info', 'exclude')];
  const texts = await Promise.all(
    lists.map((path) =>
      files.read(path, {maxBytes: 1_000_000, plain: true}).then(
        (bytes) => new TextDecoder().decode(bytes),
        () => '',
      ),
    ),
  );
  return texts.some((text) => text.split(/\r?\n/).some((line) => /^(?:\*\*\/|\/)?\.tool(?:\/\**)?$/.test(line.trim())));
}
