import type {Credentials} from '../../services/credentials/index.ts';
import type {Token} from '../../services/credentials/token.ts';
import type {ActiveProfile, Credential} from '../../services/model/credential.ts';
import type {Ledger} from '../../services/model/ledger.ts';
import type {PlannedRequest, SuggestedCommand} from '../../services/model/outcome.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import type {LoggedWrite} from '../../services/write-log.ts';
import type {Messages} from './messages.ts';

export interface Globals {
  profile?: string;
  strictAuth: boolean;
  sandbox: boolean;
  isServedSandbox?: boolean;
  /** Seconds that one request may take. */
  timeout: number;
  debug: boolean;
  readOnly?: string;
  noInput: boolean;
  noColor: boolean;
  screenReader: boolean;
  by?: 'app' | 'mcp';
  platform?: string;
  readsAtOnce?: boolean;
  asCall?(command: SuggestedCommand): {tool: string; arguments: Record<string, unknown>} | undefined;
}

export interface WriteSubject {
  path: readonly string[];
  given: ReadonlyMap<string, string>;
  line: string;
  app?: App;
  version?: StoreVersion;
  submission?: string | null;
  notes?: ReadonlyMap<string, string>;
  texts?: ReadonlyMap<string, string>;
}

export interface RunWrite extends LoggedWrite {
  subject: WriteSubject;
  /** Set if the answer was lost, and the last check found that the write was not done. */
  isUndone?: boolean;
  result?: unknown;
}

/**
 * The services behind one run, for commands and screens alike, each created on first use. Creating one may reject with
 * a ToolError: `usage` for a bad TOOL_API_URL, `credentials`, `storage`.
 */
export interface Session {
  readonly globals: Globals;
  readonly apiOrigin: string;
  readonly messages: Messages;
  told(warning: string): void;
  warnOnce(text: string): void;
  credentials(): Promise<Credentials>;
  active(): Promise<ActiveProfile | undefined>;
  /** Returns why writes are forbidden, e.g. `profile 'ci'`; undefined if they are allowed. Reads no secret. */
  readOnly(): Promise<string | undefined>;
  readonly plan?: readonly PlannedRequest[];
  issueToken(): Promise<Token>;
  store(): Promise<Store>;
  /** All writes of this run, oldest first. Sessions made from this one share the list. */
  readonly writes: RunWrite[];
  /** Returns this session with a store whose writes go to the ledger. */
  counting(ledger: Ledger): Session;
  probe(credential: Credential, signal?: AbortSignal): Promise<void>;
  /** Returns a session with its own store for another profile or, without a name, for the active one. */
  withProfile(name: string | undefined): Session;
  /** Returns the session of a profile, which this session keeps and closes, so that the keychain prompts only once. */
  ofProfile(name: string | undefined): Promise<Session>;
  withSandbox(): Session;
  close(): Promise<void>;
}
