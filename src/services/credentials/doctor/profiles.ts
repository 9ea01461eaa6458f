import {quoted} from '../../model/clean.ts';
import {keyFileDoubt} from '../../model/credential.ts';
import {ToolError} from '../../model/error.ts';
import {changeStored, rewriteConfigs} from '../change-config.ts';
import type {ConfigFile} from '../config.ts';
import {type ConfigDocument, defaultOf, withDefault, withoutProfiles} from '../config-document.ts';
import type {CredentialDeps} from '../credentials.ts';
import {keyOwner, missing, ownerProblem, sourced} from '../fields.ts';
import {chmodCommand, FILE_MODE, FLAWS, flawOf} from '../ownership.ts';
import {activeOf, namesOf, profileNamed, type Stored, type StoredProfile, whatIsStored} from '../profiles.ts';
import {type ChoiceInput, chooseProfile} from '../resolve.ts';
import {fromKeychainItem, readKeyFile} from '../secrets.ts';
import {examineIds, type Finding, fail, info, looseMode, messageOf, NO_MODES, ok, UNTRIED, warn} from './checks.ts';

const LOG_IN = "Log in again with 'tool auth login'.";

export async function examineProfiles({profiles}: Stored, accessible: boolean, deps: CredentialDeps) {
  if (profiles.length === 0) return [info('No profiles are stored', "Run 'tool auth login' to add one.")];
  const findings: Finding[] = [];
  for (const profile of profiles) {
    if (profile.storedIn === 'config') findings.push(...(await examineProfile(profile, deps)));
    else findings.push(...(await examineItem(profile, accessible, deps)));
  }
  return [...findings, ...duplicateNames(profiles, deps)];
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
      return [ok(`${name}: key readable; ${UNTRIED}`), ...examineIds(ids, LOG_IN)];
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
    ...examineIds(sourced(`profile ${quoted(profile.name)}`, profile), LOG_IN),
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
    const doubt = keyFileDoubt(path, profile.keyId ?? '');
    const doubts = doubt ? [warn(`${title} of ${nameOf(profile)} ${doubt}`, LOG_IN)] : [];
    if (!flaw) return [...doubts, ...(await looseMode(title, path, stat, deps))];
    if (flaw === 'foreign') return [fail(`${title} of ${nameOf(profile)} ${FLAWS[flaw]}`, 'Use a copy of your own.')];
    const close = () => deps.files.chmod(path, FILE_MODE);
    return [fail(`${title} ${FLAWS[flaw]}`, `${chmodCommand(FILE_MODE, path)}.`, close, NO_MODES)];
  } catch (error) {
    return [fail(messageOf(error), LOG_IN)];
  }
}

function duplicateNames(profiles: readonly StoredProfile[], {keychainEnabled}: CredentialDeps): Finding[] {
  return namesOf(profiles).flatMap((name) => {
    const used = profileNamed(name, profiles, keychainEnabled);
    const others = profiles.filter((profile) => profile.name === name && profile !== used);
    const places = [...(used ? [used] : []), ...others].map((profile) => activeOf(profile).source);
    if (places.length < 2) return [];
    const message = `Profile ${quoted(name)} is stored ${places.length} times: ${places.join(', ')}; the first one is used`;
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
