import {quoted} from '../../model/clean.ts';
import {ToolError} from '../../model/error.ts';
import {orElse} from '../../model/values.ts';
import type {FileStat} from '../../ports.ts';
import type {CredentialDeps, DoctorCheck} from '../credentials.ts';
import {ID_HINT, idDoubts, idProblem, OWNER_HINT} from '../fields.ts';
import {canChmod, chmodCommand, DIRECTORY_MODE, FILE_MODE, isLoose} from '../ownership.ts';
import {type ChoiceInput, chooseCredential} from '../resolve.ts';
import {loadKey} from '../secrets.ts';

export interface Finding extends DoctorCheck {
  repair?(): Promise<unknown>;
  otherwise?: string;
}

const finding =
  (status: Finding['status']) =>
  (message: string, hint?: string, repair?: Finding['repair'], otherwise?: string): Finding => {
    return {status, message, hint, repair, otherwise};
  };
export const ok = finding('ok');
export const info = finding('info');
export const warn = finding('warn');
export const fail = finding('fail');

/** On FAT, SMB and the Windows drives of WSL, chmod succeeds without effect. */
export const NO_MODES =
  'This file system keeps no modes: use another HOME, or the TOOL_ variables of a credential with TOOL_NO_PROFILE=1.';

export async function applyRepairs(
  findings: readonly Finding[],
  again?: () => Promise<readonly Finding[]>,
): Promise<DoctorCheck[]> {
  if (!again) {
    return findings.map(({repair, otherwise: _, ...check}) => (repair ? {...check, repairable: true} : check));
  }
  const problems = new Map<Finding, string>();
  for (const found of findings) {
    await found.repair?.().catch((error) => problems.set(found, messageOf(error)));
  }
  const left = findings.some(({repair}) => repair) ? (await again()).map(subjectOf) : [];
  return findings.map((found) => {
    const {repair, otherwise, ...check} = found;
    const {message, hint} = check;
    if (!repair) return check;
    const problem = problems.get(found);
    if (problem !== undefined) return {...check, message: `${message} (not repaired: ${problem})`, fixed: false};
    if (!left.includes(subjectOf(found))) return {status: 'ok', message: `${message} (repaired)`, fixed: true};
    const unchanged = `${message} (not repaired: it is unchanged)`;
    return {status: 'fail', message: unchanged, hint: otherwise ?? hint, fixed: false};
  });
}

/** Leaves out the mode, because a file that is still open to others has the same problem after its mode has changed. */
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
    return [info(message, 'Nothing to do here: it is of another user, or mounted read-only.')];
  }
  return [warn(message, `${chmodCommand(mode, path)}.`, () => files.chmod(path, mode), NO_MODES)];
}

const BUILD_TOOLS =
  'build-essential, python3 and libsecret-1-dev on Debian, xcode-select --install on macOS, the Visual Studio Build Tools on Windows';

function unavailableHint(reason: string): string {
  if (reason.includes('keytar')) return `To get keytar, install ${BUILD_TOOLS}, then reinstall tool with npm.`;
  if (reason.includes('this build')) return 'To use the keychain, install tool with npm.';
  return reason.includes('libsecret')
    ? 'Install libsecret (Debian: libsecret-1-0).'
    : 'Start a keychain service (on Linux, a Secret Service such as gnome-keyring).';
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
  const hint = available ? 'Unlock the keychain.' : unavailableHint(reason);
  const instead = "Until then, 'tool auth login' stores profiles in a config file.";
  return {findings: [...findings, warn(`The system keychain ${reason}`, `${hint} ${instead}`)], accessible};
}

export const UNTRIED = 'not tried on the network';

export function examineIds(fields: Parameters<typeof idProblem>[0], remedy = ID_HINT): Finding[] {
  const problem = idProblem(fields);
  return problem ? [fail(problem, remedy)] : idDoubts(fields).map((message) => warn(message, ID_HINT));
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
  } else if (choice?.active.name !== undefined && choice.warnings.length > 0) {
    const message = `The credentials in the environment are not used: profile ${quoted(choice.active.name)} is active`;
    findings.push(info(message, 'Log out of it, or choose another with TOOL_PROFILE, to change that.'));
  }
  return findings;
}
