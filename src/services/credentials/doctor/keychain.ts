import type {CredentialDeps} from '../deps.ts';
import {type Finding, info, ok, warn} from './finding.ts';

export interface KeychainFindings {
  findings: Finding[];
  /** Whether profiles in it can be read. */
  accessible: boolean;
}

export async function examineKeychain({
  keychain,
  keychainEnabled,
  environmentIgnored,
}: CredentialDeps): Promise<KeychainFindings> {
  if (!keychainEnabled) {
    const hint = environmentIgnored
      ? 'Nothing needs to be done: the sandbox keeps its credentials in a config of its own.'
      : 'Profiles are stored in config files. Unset TOOL_BYPASS_KEYCHAIN to use the keychain.';
    return {findings: [info('The system keychain is bypassed', hint)], accessible: false};
  }
  const {available, accessible, reason = 'does not answer'} = await keychain.check();
  const instead = "Until then, 'tool auth login' stores profiles in a config file.";
  if (!available) {
    const hint = `Start a keychain service (on Linux, a Secret Service such as gnome-keyring). ${instead}`;
    return {findings: [warn(`The system keychain ${reason}`, hint)], accessible};
  }
  const findings = [ok('The system keychain is available')];
  if (accessible) findings.push(ok('The system keychain is accessible'));
  else findings.push(warn(`The system keychain ${reason}`, `Unlock the keychain. ${instead}`));
  return {findings, accessible};
}
