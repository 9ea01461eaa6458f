import type {ActiveProfile, Credential, Profile} from '../model/credential.ts';
import type {Clock, Env, Files, Keychain, User} from '../ports.ts';

/** The host, and what decides which credential is used. */
export interface CredentialDeps {
  env: Env;
  files: Files;
  keychain: Keychain;
  clock: Clock;
  audience: string;
  /** Absolute, as are `home` and `configDirectory`. */
  cwd: string;
  home: string;
  /** Absent on Windows. */
  user?: User;
  platform: string;
  /** Holds `config.json`; `<home>/.tool` when absent. */
  configDirectory?: string;
  /** `--profile`; TOOL_PROFILE is read from the environment. */
  profile?: string;
  strict: boolean;
  /** False when bypassed: it is then neither read nor written. */
  keychainEnabled: boolean;
  /** No credential field and no profile name is taken from `env`. */
  environmentIgnored: boolean;
  localConfigAllowed: boolean;
  signal?: AbortSignal;
  /** May be called more than once with the same text. */
  warn?(text: string): void;
}

export interface Resolution {
  credential: Credential;
  active: ActiveProfile;
  warnings: readonly string[];
  /** Shown on a terminal only. */
  notes: readonly string[];
}

export interface InitResult {
  configPath: string;
  created: boolean;
  config: Record<string, unknown>;
}

export interface LoginOptions {
  name: string;
  keyId: string;
  /** Of a team key; an individual key has none. */
  issuerId?: string;
  individual?: boolean;
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
  storedIn: 'keychain' | 'config';
  /** Holds the profile itself or its index entry. */
  configPath: string;
  warnings: readonly string[];
}

export interface StatusReport {
  /** Where a login without flags would store. */
  backend: 'keychain' | 'config';
  /** `system keychain` or the path of the config file. */
  location: string;
  profiles: readonly Profile[];
  environmentProvided: boolean;
  environmentComplete: boolean;
  active?: ActiveProfile;
  keychainAvailable: boolean;
  configPath: string;
  localConfigPath?: string;
  /** Nearer than the local config that is used. */
  untrusted: readonly UntrustedConfig[];
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

/** The credential services of one run. */
export interface Credentials {
  /** The active credential. @throws ToolError `credentials` or `storage` */
  resolve(): Promise<Resolution>;
  /** Reads no secret, as `profiles` does not. */
  active(): Promise<ActiveProfile | undefined>;
  profiles(): Promise<Profile[]>;
  /** One stored profile, nothing filled in from the environment. */
  load(profile: Profile): Promise<Credential>;
  configPath(): Promise<string>;
  /** `~/.tool`. @throws ToolError storage when others can write it */
  ownDirectory(): Promise<string>;
  init(options: {force: boolean; local: boolean}): Promise<InitResult>;
  login(options: LoginOptions): Promise<LoginResult>;
  /** Makes a profile the default. @throws ToolError `not-found` naming those there are */
  switchTo(name: string): Promise<void>;
  /** Without a name, all profiles. */
  logout(name?: string): Promise<{removed: readonly string[]}>;
  untrusted(): Promise<UntrustedHere | undefined>;
  /** @param seen the hash of what was shown: a config that has changed since is refused */
  trust(seen?: string): Promise<LocalContent>;
  /** @returns the path of the config that is no longer trusted */
  revokeTrust(): Promise<string>;
  listTrusted(): Promise<TrustEntry[]>;
  status(): Promise<StatusReport>;
  /** Yields each section as soon as its checks are done. */
  doctor(options: {fix: boolean}): AsyncIterable<DoctorSection>;
}
