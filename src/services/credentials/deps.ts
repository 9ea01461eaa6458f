import type {Clock, Env, Files, Keychain, User} from '../ports.ts';

/** What the credential services need, and how one credential is chosen. */
export interface CredentialDeps {
  env: Env;
  files: Files;
  keychain: Keychain;
  clock: Clock;
  /** The `aud` claim of tokens. */
  audience: string;
  /** Absolute, as are `home` and `configDirectory`. */
  cwd: string;
  home: string;
  /** Absent where files have no owners. */
  user?: User;
  /** `process.platform`. */
  platform: string;
  /** Holds `config.json`; `<home>/.tool` when absent. */
  configDirectory?: string;
  /** `--profile`; TOOL_PROFILE is read from the environment. */
  profile?: string;
  /** `--strict-auth` or TOOL_STRICT_AUTH: fields from two sources are an error. */
  strict: boolean;
  /** False when it is bypassed: it is then neither read nor written. */
  keychainEnabled: boolean;
  /** Takes no credential field and no profile name from the environment. */
  environmentIgnored: boolean;
  /** Whether `./.tool` is looked at. */
  localConfigAllowed: boolean;
  /** Ends a wait for a lock or a pipe. */
  signal?: AbortSignal;
  /** Gets what a person should know beside any result, maybe more than once; absent where nobody is to be told. */
  warn?(text: string): void;
}
