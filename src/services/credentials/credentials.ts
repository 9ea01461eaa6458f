import type {Credential, KeyOwner, StoredIn} from '../model/credential.ts';
import type {Clock, Env, Files, Keychain, User} from '../ports.ts';

/** The host, and the options that decide which credential is used. */
export interface CredentialDeps {
  env: Env;
  files: Files;
  keychain: Keychain;
  clock: Clock;
  audience: string;
  /** Absolute, like `home` and `configDirectory`. */
  cwd: string;
  home: string;
  user?: User;
  platform: string;
  /** Of the sandbox, which has a `config.json` of its own: no keychain, no local config, nothing from `env`. */
  configDirectory?: string;
  /** `--profile`; TOOL_PROFILE is read from the environment. */
  profile?: string;
  strict: boolean;
  /** False when bypassed: it is neither read nor written. */
  keychainEnabled: boolean;
  signal?: AbortSignal;
  /** May be called repeatedly with the same text. */
  warn?(text: string): void;
}

export interface InitResult {
  configPath: string;
  config: Record<string, unknown>;
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
  /** Runs after the key was read and before anything is stored. */
  validate?(credential: Credential): Promise<void>;
}

export interface LoginResult {
  name: string;
  storedIn: StoredIn;
  configPath: string;
  /** Missing for a pasted key that went into the keychain. */
  keyPath?: string;
  warnings: readonly string[];
}

export interface UntrustedConfig {
  path: string;
  /** e.g. `not trusted yet`. */
  reason: string;
  /** False when others can write it, or own it. */
  canBeTrusted: boolean;
  message: string;
  /** Without a full stop, since it may end in a command. */
  remedy: string;
}

export interface LocalContent {
  path: string;
  sha256: string;
  profiles: readonly string[];
  defaultName?: string;
}

/** `content` only where the config can be trusted and read. */
export interface UntrustedHere {
  config: UntrustedConfig;
  content?: LocalContent;
}

export interface TrustEntry {
  path: string;
  trusted: boolean;
}

export type CheckStatus = 'ok' | 'info' | 'warn' | 'fail';

export interface DoctorCheck {
  status: CheckStatus;
  message: string;
  hint?: string;
  repairable?: true;
  fixed?: boolean;
}

export interface DoctorSection {
  title: 'Keychain' | 'Config' | 'Profiles' | 'Environment';
  checks: DoctorCheck[];
}
