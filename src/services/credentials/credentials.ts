import type {ActiveProfile, Credential, Profile} from '../model/credential.ts';

export interface Resolution {
  credential: Credential;
  active: ActiveProfile;
  /** For stderr, once per run: fields from two sources, environment credentials passed over, … */
  warnings: readonly string[];
  /** For stderr, when it is a terminal: the active profile comes from a local config. */
  notes: readonly string[];
}

export interface InitOptions {
  force: boolean;
  local: boolean;
}

export interface InitResult {
  configPath: string;
  created: boolean;
  config: Record<string, unknown>;
}

export interface LoginOptions {
  name: string;
  keyId: string;
  /** Of a team key; `individual` takes its place. */
  issuerId?: string;
  individual?: boolean;
  /** The profile allows no write. */
  readOnly?: boolean;
  /** A path, or in the app the pasted PEM. */
  privateKey: {path: string} | {pem: string};
  bypassKeychain: boolean;
  local: boolean;
  skipValidation: boolean;
  /** The network check, run after the key was read and before anything is stored; absent when not asked for. */
  validate?(credential: Credential): Promise<void>;
}

export interface LoginResult {
  name: string;
  storedIn: 'keychain' | 'config';
  /** The config file written: the profile itself or its index entry. */
  configPath: string;
  warnings: readonly string[];
}

export interface LogoutResult {
  removed: readonly string[];
}

export interface StatusReport {
  /** Where a plain login would store now. */
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
  /** Local configs that would come first, but are not used. */
  untrusted: readonly UntrustedConfig[];
}

/** A local config that is not used. */
export interface UntrustedConfig {
  path: string;
  /** e.g. `not trusted yet`. */
  reason: string;
  /** False when others can write it, or have. */
  canBeTrusted: boolean;
  /** What is not used, and why. */
  message: string;
  /** What to do about it; no sentence, since it may end in a command. */
  remedy: string;
}

/** What a local config names. */
export interface LocalContent {
  path: string;
  sha256: string;
  profiles: readonly string[];
  defaultName?: string;
}

/** The local config that is not used where the tool runs, and what it names where it could be trusted and read. */
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
  /** What to do about it. */
  hint?: string;
  /** A run with `fix` would repair it. */
  repairable?: true;
  /** It was repaired in this run. */
  fixed?: boolean;
}

export interface DoctorSection {
  title: 'Keychain' | 'Config' | 'Profiles' | 'Environment';
  checks: DoctorCheck[];
}

/** The credential services of one run, whose profile and strictness they know. */
export interface Credentials {
  /** The credential in force. @throws ToolError `credentials` or `storage` */
  resolve(): Promise<Resolution>;
  /** Which profile would be in force, without reading a secret; undefined when there is none. */
  active(): Promise<ActiveProfile | undefined>;
  /** Stored profiles, without reading a secret. */
  profiles(): Promise<Profile[]>;
  /** The credential of one stored profile alone, nothing filled in from the environment (`status --validate`). */
  load(profile: Profile): Promise<Credential>;
  /** The config file of this user, whether it exists or not. */
  configPath(): Promise<string>;
  /** The folder of the tool's own files. @throws ToolError storage when others can write it */
  ownDirectory(): Promise<string>;
  init(options: InitOptions): Promise<InitResult>;
  login(options: LoginOptions): Promise<LoginResult>;
  /** Makes a profile the default. @throws ToolError `not-found` naming those there are */
  switchTo(name: string): Promise<void>;
  /** One profile, or all of them without a name. */
  logout(name?: string): Promise<LogoutResult>;
  untrusted(): Promise<UntrustedHere | undefined>;
  /** Trusts the local config here. @param seen the hash of what was shown; what has changed since is refused */
  trust(seen?: string): Promise<LocalContent>;
  /** @returns the path of what is no longer trusted */
  revokeTrust(): Promise<string>;
  listTrusted(): Promise<TrustEntry[]>;
  status(): Promise<StatusReport>;
  /** Sections in order, each as soon as its checks are done. */
  doctor(options: {fix: boolean}): AsyncIterable<DoctorSection>;
}
