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
  /** Who wants that nothing is written, in words: `--read-only`, `TOOL_READ_ONLY`. A profile may want it too. */
  readOnly?: string;
  noInput: boolean;
  /** No colour, whatever the reason. */
  noColor: boolean;
  screenReader: boolean;
  /** `process.platform`: how shown commands are quoted. */
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
  /** Where warnings and notes go: stderr for a command, toasts in the app. */
  readonly messages: Messages;
  /** Why a URL may not be handed to `--next`, in words; undefined when it may. */
  checkNextLink(link: string, collection: 'apps' | 'versions' | 'builds'): string | undefined;
  /** Profiles: stored, selected, checked. Needs no credential. */
  credentials(): Promise<Credentials>;
  /** Which profile is in force, for the header. Reads no secret. */
  active(): Promise<ActiveProfile | undefined>;
  /** Who wants that nothing is written, in words; undefined where it may be. Reads no secret. */
  readOnly(): Promise<string | undefined>;
  /** With `--dry-run`: the writes that were held back so far. */
  readonly plan?: readonly PlannedRequest[];
  /** A new token of the credential in force; nothing is sent. */
  issueToken(): Promise<Token>;
  /** The store with the credential in force. */
  store(): Promise<Store>;
  /** The network check of a credential that is not (yet) in force: one request. @throws ToolError */
  probe(credential: Credential, signal?: AbortSignal): Promise<void>;
  /** The same run with another profile (or, without a name, with whatever is in force now): nothing is shared. */
  withProfile(name: string | undefined): Session;
  /** The same run on the embedded sandbox store, with the profile and config that are its own. */
  withSandbox(): Session;
  close(): Promise<void>;
}
