import type {Credential, KeyOwner, StoredIn} from '../model/credential.ts';
import type {Host} from '../ports.ts';

export interface CredentialDeps
  extends Pick<Host, 'env' | 'files' | 'keychain' | 'clock' | 'cwd' | 'home' | 'user' | 'platform'> {
  audience: string;
  /** The sandbox's own folder. If it is set, no credential comes from the keychain, a local config or `env`. */
  configDirectory?: string;
  profile?: string;
  strict?: boolean;
  keychainEnabled: boolean;
  signal?: AbortSignal;
  warn?(text: string): void;
}

export interface LoginOptions {
  name: string;
  keyId: string;
  owner: KeyOwner;
  readOnly?: boolean;
  privateKey: {path: string} | {pem: string};
  bypassKeychain: boolean;
  local: boolean;
  skipValidation: boolean;
  validate?(credential: Credential): Promise<void>;
}

export interface LoginResult {
  name: string;
  storedIn: StoredIn;
  configPath: string;
  keyPath?: string;
  warnings: readonly string[];
}

export interface UntrustedConfig {
  path: string;
  reason: string;
  canBeTrusted: boolean;
  message: string;
  remedy: string;
}

export interface DoctorCheck {
  status: 'ok' | 'info' | 'warn' | 'fail';
  message: string;
  hint?: string;
  repairable?: true;
  fixed?: boolean;
}

export interface DoctorSection {
  title: 'Keychain' | 'Config' | 'Profiles' | 'Environment';
  checks: DoctorCheck[];
}
