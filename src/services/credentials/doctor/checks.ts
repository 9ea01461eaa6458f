import {quoted} from '../../model/clean.ts';
import {doubtsAbout} from '../../model/credential.ts';
import {ToolError} from '../../model/error.ts';
import {midSentence, orElse} from '../../model/values.ts';
import type {FileStat} from '../../ports.ts';
import {changeStored, rewriteConfigs} from '../change-config.ts';
import type {ConfigFile} from '../config.ts';
import {type ConfigDocument, defaultOf, withDefault, withoutProfiles} from '../config-document.ts';
import type {CredentialDeps, DoctorCheck} from '../credentials.ts';
import {ID_HINT, idProblem, keyOwner, missing, OWNER_HINT, ownerProblem, sourced} from '../fields.ts';
import {canChmod, chmodCommand, DIRECTORY_MODE, FILE_MODE, FLAWS, flawOf, isLoose} from '../ownership.ts';
import {activeOf, namesOf, type Stored, type StoredProfile, whatIsStored} from '../profiles.ts';
import {type ChoiceInput, chooseCredential, chooseProfile} from '../resolve.ts';
import {fromKeychainItem, loadKey, readKeyFile} from '../secrets.ts';

export interface Finding extends DoctorCheck {
  repair?(): Promise<unknown>;
}

const finding =
  (status: Finding['status']) =>
  (message: string, hint?: string, repair?: Finding['repair']): Finding => ({status, message, hint, repair});
export const ok = finding('ok');
export const info = finding('info');
export const warn = finding('warn');
export const fail = finding('fail');

/** On FAT, SMB and the Windows drives of WSL, chmod succeeds without effect. */
const NO_MODES =
  'This file system keeps no modes: use another HOME, or the TOOL_ variables of a credential with TOOL_NO_PROFILE=1.';

export async function applyRepairs(
  findings: readonly Finding[],
  again?: () => Promise<readonly Finding[]>,
): Promise<DoctorCheck[]> {
  if (!again) {
    return findings.map(({repair, ...check}) => (repair ? {...check, repairable: true} : check));
  }
  const problems = new Map<Finding, string>();
  for (const found of findings) {
    await found.repair?.().catch((error) => problems.set(found, messageOf(error)));
  }
  const left = findings.some(({repair}) => repair) ? (await again()).map(subjectOf) : [];
  return findings.map((found) => {
    const {repair, ...check} = found;
    const {message} = check;
    if (!repair) return check;
    const problem = problems.get(found);
    if (problem !== undefined) return {...check, message: `${message} (not repaired: ${problem})`, fixed: false};
    if (!left.includes(subjectOf(found))) return {status: 'ok', message: `${message} (repaired)`, fixed: true};
    return {status: 'fail', message: `${message} (not repaired: it is unchanged)`, hint: NO_MODES, fixed: false};
  });
}

/** Returns the message without the mode, to recognise a finding whose repair changed the mode, but not enough. */
const subjectOf = ({message}: Finding) => message.replace(/ \(mode \d+\)$/, '');

export function messageOf(error: unknown): string {
  if (error instanceof ToolError && error.kind === 'interrupted') throw error;
  return error instanceof Error ? error.message : String(error);
}

export async function looseMode(what: string, path: string, stat: FileStat, deps: CredentialDeps): Promise<Finding[]> {
  const {files, platform} = deps;
  if (!isLoose(stat, platform)) return [];
  const mode = stat.kind === 'directory' ? DIRECTORY_MODE : FILE_MODE;
  const message = `${what} is open to other users (mode ${(stat.mode & 0o777).toString(8)})`;
  if (!(await canChmod(path, stat, deps))) {
    return [info(message, 'Nothing to do here: it belongs to another user, or is mounted read-only.')];
  }
  return [warn(message, `${chmodCommand(mode, path)}.`, () => files.chmod(path, mode))];
}

export async function examineKeychain(deps: CredentialDeps): Promise<{findings: Finding[]; accessible: boolean}> {
  const {keychain, keychainEnabled, configDirectory} = deps;
  if (!keychainEnabled) {
    const hint = configDirectory
      ? 'Nothing to do: the sandbox keeps its credentials in a config of its own.'
      : 'Profiles are stored in config files. Unset TOOL_BYPASS_KEYCHAIN to use the keychain.';
    return {findings: [info('The system keychain is bypassed', hint)], accessible: false};
  }
  const {available, accessible, reason = 'does not answer'} = await keychain.check();
  const findings = available ? [ok('The system keychain is available')] : [];
  if (accessible) return {findings: [...findings, ok('The system keychain is accessible')], accessible};
  const hint = available ? 'Unlock the keychain.' : KEYCHAIN_NEEDS;
  const instead = "Until then, 'tool auth login' stores profiles in a config file.";
  return {findings: [...findings, warn(`The system keychain ${reason}`, `${hint} ${instead}`)], accessible};
}

const KEYCHAIN_NEEDS = 'It needs a build of tool with keytar and, on Linux, libsecret and a Secret Service.';
const UNTRIED = 'not tried on the network';

function examineIds(ids: Parameters<typeof idProblem>[0], profile?: {name: string; keyFile?: string}): Finding[] {
  const problem = idProblem(ids);
  if (problem) return [fail(problem, profile ? LOG_IN : ID_HINT)];
  const {keyId, owner} = ids;
  const doubts = doubtsAbout({keyId: keyId?.value, issuerId: owner?.value.issuerId, keyFile: profile?.keyFile});
  return doubts.map((doubt) => warn(profile ? `${profile.name}: ${midSentence(doubt)}` : doubt, ID_HINT));
}

export async function examineEnvironment(input: ChoiceInput, deps: CredentialDeps): Promise<Finding[]> {
  const fields = input.environment;
  if (fields.set.length === 0) return [];
  const findings = [
    info(`Set: ${fields.set.join(', ')}`, 'They fill in what the active profile lacks.'),
    ...examineIds(fields),
  ];
  if (fields.key) {
    const onWarning = (text: string) => findings.push(warn(text, 'If others may have read it, revoke the key.'));
    const readable = () => ok(`The private key in the environment is readable; ${UNTRIED}`);
    const remedy = 'Give the path or the text of an EC P-256 private key.';
    const unusable = (error: unknown) => fail(messageOf(error), remedy);
    findings.push(await loadKey(fields.key, {...deps, warn: onWarning}).then(readable, unusable));
  }
  const choice = orElse(() => chooseCredential({...input, strict: false}), undefined);
  if (choice?.mixed) {
    const message = choice.warnings[0] ?? '';
    const hint = 'Complete the profile, or unset the variables.';
    findings.push(input.strict ? fail(`${message} (strict authentication is on)`, hint) : warn(message, hint));
  } else if (fields.problem) {
    findings.push(warn(fields.problem, OWNER_HINT));
  } else if (!fields.complete) {
    const message = `The environment is incomplete: ${fields.missing} not set`;
    findings.push(warn(message, 'Set what is missing, or unset the rest.'));
  }
  return findings;
}

const LOG_IN = "Log in again with 'tool auth login'.";

export async function examineProfiles({profiles}: Stored, accessible: boolean, deps: CredentialDeps) {
  if (profiles.length === 0) return [info('No profiles are stored', "Run 'tool auth login' to add one.")];
  const findings: Finding[] = [];
  for (const profile of profiles) {
    if (profile.storedIn === 'config') findings.push(...(await examineProfile(profile, deps)));
    else findings.push(...(await examineItem(profile, accessible, deps)));
  }
  return [...findings, ...duplicateNames(profiles)];
}

const nameOf = (profile: StoredProfile): string => `Profile ${quoted(profile.name)} (${activeOf(profile).source})`;

async function examineItem(profile: StoredProfile, accessible: boolean, deps: CredentialDeps): Promise<Finding[]> {
  const name = nameOf(profile);
  if (!deps.keychainEnabled) return [info(`${name} was not checked`, 'Unset TOOL_BYPASS_KEYCHAIN to check it.')];
  if (!accessible) return [warn(`${name} cannot be read`, 'See the Keychain section.')];
  try {
    const secret = await deps.keychain.get(profile.name);
    if (secret !== undefined) {
      const ids = sourced(`profile ${quoted(profile.name)}`, fromKeychainItem(secret, profile.name));
      return [ok(`${name}: key readable; ${UNTRIED}`), ...examineIds(ids, {name})];
    }
  } catch (error) {
    const isUnreadable = error instanceof ToolError && error.kind === 'storage';
    if (!isUnreadable) return [fail(messageOf(error), LOG_IN)];
    return [warn(`${name} cannot be read: ${messageOf(error)}`, 'Unlock the keychain.')];
  }
  const forget = () =>
    rewrite(profile.configPath, deps, (document) => withoutProfiles(document, {name: profile.name, keep: 'config'}));
  return [fail(`${name} is listed in ${profile.configPath}, but the keychain has no item for it`, LOG_IN, forget)];
}

async function examineProfile(profile: StoredProfile, deps: CredentialDeps): Promise<Finding[]> {
  const name = nameOf(profile);
  const {keyId, privateKeyPath} = profile;
  const problem = ownerProblem(profile);
  const fields = {keyId, owner: problem ?? keyOwner(profile), key: privateKeyPath};
  const names = missing(fields, ['key ID', 'issuer ID', 'private key path']);
  const findings = [
    ...(names ? [fail(`${name} is incomplete: ${names} missing`, LOG_IN)] : []),
    ...(problem ? [fail(`${name} ${problem}`, LOG_IN)] : []),
    ...examineIds(sourced(`profile ${quoted(profile.name)}`, profile), {name, keyFile: privateKeyPath}),
    ...(privateKeyPath === undefined ? [] : await examineKeyFile(privateKeyPath, profile, deps)),
  ];
  const isBroken = findings.some(({status}) => status === 'fail');
  return isBroken ? findings : [ok(`${name}: key file readable; ${UNTRIED}`), ...findings];
}

async function examineKeyFile(given: string, profile: StoredProfile, deps: CredentialDeps): Promise<Finding[]> {
  try {
    const {stat, path} = await readKeyFile(given, `profile ${quoted(profile.name)}`, deps);
    const title = `The private key file ${path}`;
    const flaw = profile.isLocal ? flawOf(stat, deps) : undefined;
    if (!flaw) return looseMode(title, path, stat, deps);
    if (flaw === 'foreign') return [fail(`${title} of ${nameOf(profile)} ${FLAWS[flaw]}`, 'Use a copy of your own.')];
    const close = () => deps.files.chmod(path, FILE_MODE);
    return [fail(`${title} ${FLAWS[flaw]}`, `${chmodCommand(FILE_MODE, path)}.`, close)];
  } catch (error) {
    return [fail(messageOf(error), LOG_IN)];
  }
}

function duplicateNames(profiles: readonly StoredProfile[]): Finding[] {
  return namesOf(profiles).flatMap((name) => {
    const places = profiles.filter((profile) => profile.name === name).map((profile) => activeOf(profile).source);
    if (places.length < 2) return [];
    const message = `Profile ${quoted(name)} is stored ${places.length} times: ${places.join(', ')}`;
    return [warn(message, "Remove them with 'tool auth logout --name' and log in again.")];
  });
}

export function examineDefault({global, local, profiles}: Stored, input: ChoiceInput, deps: CredentialDeps): Finding[] {
  const names = namesOf(profiles);
  const findings = [local, global].flatMap((file) => (file ? danglingDefault(file, names, deps) : []));
  if (input.selected && !names.includes(input.selected.name)) {
    const message = `${input.selected.by} names ${quoted(input.selected.name)}, which is not stored`;
    findings.push(fail(message, whatIsStored(names)));
  }
  if (findings.length > 0 || names.length === 0) return findings;
  if (input.defaultName === undefined && names.length > 1) {
    return [warn('There are several profiles and no default', "Set one with 'tool auth switch --name NAME'.")];
  }
  const active = chooseProfile({...input, selected: undefined});
  return active ? [ok(`The default profile is ${quoted(active.name)}`)] : [];
}

function danglingDefault({path, document}: ConfigFile, names: readonly string[], deps: CredentialDeps): Finding[] {
  const name = defaultOf(document);
  if (name === undefined || names.includes(name)) return [];
  const drop = () =>
    rewrite(path, deps, (current) => (defaultOf(current) === name ? withDefault(current, undefined) : current));
  const message = `The default profile ${quoted(name)} of ${path} is not stored`;
  return [fail(message, "Set another with 'tool auth switch'.", drop)];
}

function rewrite(path: string, deps: CredentialDeps, change: (old: ConfigDocument) => ConfigDocument): Promise<void> {
  return changeStored(deps, (locked) =>
    rewriteConfigs(locked, (file) => (file.path === path ? change(file.document) : file.document)),
  );
}
