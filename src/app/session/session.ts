import type {Credentials} from '../../services/credentials/credentials.ts';
import type {Token} from '../../services/credentials/token.ts';
import type {ActiveProfile, Credential} from '../../services/model/credential.ts';
import type {PlannedRequest} from '../../services/model/outcome.ts';
import type {Store} from '../../services/store/store.ts';
import type {Messages} from './messages.ts';

/** The global flags and variables, read once. */
export interface Globals {
  /** `--profile`; TOOL_PROFILE is the credential services' to read. */
  profile?: string;
  strictAuth: boolean;
  sandbox: boolean;
  /** Seconds per request. */
  timeout: number;
  debug: boolean;
  /** What forbids writes: `--read-only` or `TOOL_READ_ONLY`. A profile may, too. */
  readOnly?: string;
  noInput: boolean;
  noColor: boolean;
  screenReader: boolean;
  /** `process.platform`, for the quoting of shown commands. */
  platform?: string;
}

/**
 * The services behind one run, for commands and screens alike. Each is made when first asked for and kept; making one
 * may reject with a ToolError (`usage` for a bad TOOL_API_URL, `credentials`, `storage`).
 */
export interface Session {
  readonly globals: Globals;
  /** Origin of the API, or of the sandbox. @throws ToolError usage for a bad TOOL_API_URL */
  readonly apiOrigin: string;
  readonly messages: Messages;
  /** Why `--next` does not take a URL; undefined when it does. */
  checkNextLink(link: string, collection: 'apps' | 'versions' | 'builds'): string | undefined;
  /** Profiles: stored, selected, checked. Needs no credential. */
  credentials(): Promise<Credentials>;
  /** The active profile, for the header. Reads no secret. */
  active(): Promise<ActiveProfile | undefined>;
  /** What forbids writes, e.g. `profile 'ci'`; undefined when they are allowed. Reads no secret. */
  readOnly(): Promise<string | undefined>;
  /** With `--dry-run`: the writes held back so far. */
  readonly plan?: readonly PlannedRequest[];
  /** A new token of the active credential; nothing is sent. */
  issueToken(): Promise<Token>;
  /** The store with the active credential. */
  store(): Promise<Store>;
  /** The network check of a credential that may not be the active one: one request. @throws ToolError */
  probe(credential: Credential, signal?: AbortSignal): Promise<void>;
  /** The same run with another profile (or, without a name, with the one that is active now): nothing is shared. */
  withProfile(name: string | undefined): Session;
  /** The same run on the embedded sandbox store, with the profile and config that are its own. */
  withSandbox(): Session;
  close(): Promise<void>;
}
