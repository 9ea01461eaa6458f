import type {Credentials} from '../../services/credentials/index.ts';
import type {Token} from '../../services/credentials/token.ts';
import type {ActiveProfile, Credential} from '../../services/model/credential.ts';
import type {Ledger} from '../../services/model/ledger.ts';
import type {CheckCommand, PlannedRequest} from '../../services/model/outcome.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import type {WriteRecord} from '../../services/write-log.ts';
import type {Messages} from './messages.ts';

export interface Globals {
  /** `--profile` only; the credential services read TOOL_PROFILE. */
  profile?: string;
  strictAuth: boolean;
  sandbox: boolean;
  /** Seconds per request. */
  timeout: number;
  debug: boolean;
  readOnly?: string;
  noInput: boolean;
  noColor: boolean;
  screenReader: boolean;
  /** Who makes the writes of this run, if not a command. */
  by?: 'app' | 'mcp';
  /** `process.platform`, for quoting commands. */
  platform?: string;
  asCall?(command: CheckCommand): ToolCall | undefined;
}

export interface ToolCall {
  tool: string;
  arguments: Record<string, unknown>;
}

export interface WriteSubject {
  path: readonly string[];
  given: ReadonlyMap<string, string>;
  line: string;
  app?: App;
  version?: StoreVersion;
  /** Its submission, as a person was asked about it; null where there was none. */
  submission?: string | null;
  notes?: ReadonlyMap<string, string>;
  texts?: ReadonlyMap<string, string>;
}

export interface RunWrite extends WriteRecord {
  subject: WriteSubject;
  result?: unknown;
}

/**
 * The services behind one run, for commands and screens alike, each created on first use. Creating one may reject with
 * a ToolError: `usage` for a bad TOOL_API_URL, `credentials`, `storage`.
 */
export interface Session {
  readonly globals: Globals;
  /** Of the API or the sandbox. @throws ToolError usage for a bad TOOL_API_URL */
  readonly apiOrigin: string;
  readonly messages: Messages;
  /** A warning that the caller shows: it is not reported again in this run. */
  told(warning: string): void;
  warnOnce(text: string): void;
  /** Why `--next` rejects a URL; undefined when it accepts it. */
  checkNextLink(link: string, collection: 'apps' | 'versions' | 'builds'): string | undefined;
  credentials(): Promise<Credentials>;
  active(): Promise<ActiveProfile | undefined>;
  /** What forbids writes, e.g. `profile 'ci'`; undefined when they are allowed. Reads no secret. */
  readOnly(): Promise<string | undefined>;
  readonly plan?: readonly PlannedRequest[];
  issueToken(): Promise<Token>;
  store(): Promise<Store>;
  /** The writes of this run so far, oldest first, whatever became of them. Sessions made from this one share it. */
  readonly writes: RunWrite[];
  counting(beforeWrite: () => Promise<void>): {session: Session; ledger(): Promise<Ledger>};
  /** Checks any credential with one request. @throws ToolError */
  probe(credential: Credential, signal?: AbortSignal): Promise<void>;
  /** A new session with another profile, or without a name the one now active; nothing is shared. */
  withProfile(name: string | undefined): Session;
  /** A new session on the embedded sandbox store, with its own profile and config. */
  withSandbox(): Session;
  close(): Promise<void>;
}
