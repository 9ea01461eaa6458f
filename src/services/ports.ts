/** What the tool needs from the world, as interfaces. The real ones are in services/host; tests bring their own. */

export interface Clock {
  now(): number;
  /** A number in [0, 1), for jitter. */
  random(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type Env = Readonly<Record<string, string | undefined>>;

export interface User {
  readonly uid: number;
  /** Of the user's own primary group. */
  readonly gid: number;
}

/** Everything outside the tool, built once in services/host and handed in. */
export interface Host {
  clock: Clock;
  env: Env;
  files: Files;
  /** Loaded when first needed: undici is not cheap. */
  http(): Promise<Http>;
  keychain: Keychain;
  browser: Browser;
  editor: Editor;
  terminal: Terminal;
  sandbox: SandboxPort;
  cwd: string;
  home: string;
  /** Absent on Windows, whose files have no such owners. */
  user?: User;
  platform: string;
  /** What starts this tool again: a program and its arguments, by absolute paths. */
  command: readonly string[];
  version: string;
  /** Aborts on SIGINT, SIGTERM, SIGHUP with a ToolError `interrupted`, and on a closed stdout. */
  signal: AbortSignal;
}

export interface FileStat {
  kind: 'file' | 'directory' | 'symlink' | 'fifo' | 'other';
  /** Permission bits, e.g. 0o600. */
  mode: number;
  size: number;
  /** Of its owner and group; Windows has none. */
  uid: number;
  gid: number;
}

export interface ReadOptions {
  /** More than this fails with code EFBIG. */
  maxBytes?: number;
  /** Anything but a regular file fails, as does a link to one. */
  plain?: true;
  /** Ends the wait for a pipe that nobody writes to. */
  signal?: AbortSignal;
}

export interface Files {
  read(path: string, options?: ReadOptions): Promise<Uint8Array>;
  /** Not following a symlink; undefined when there is nothing. */
  lstat(path: string): Promise<FileStat | undefined>;
  /** Following symlinks; undefined when there is nothing. */
  stat(path: string): Promise<FileStat | undefined>;
  /** The path with every symlink in it followed. */
  realpath(path: string): Promise<string>;
  /** Temp file with `mode` in the same directory, fsync, rename. Without a mode the umask decides. */
  writeAtomic(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  /** Absolute paths of temp files in a directory, left by killed or unfinished writes; none where it cannot be read. */
  leftovers(directory: string): Promise<string[]>;
  /** Creates the directory and its parents; the directory itself gets `mode` whatever the umask, which else decides. */
  makeDirectory(path: string, mode?: number): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  remove(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
  /**
   * Runs `work` while holding a lock on `path` across processes; a stale lock is taken over. `onBusy` is called
   * repeatedly while another process holds it, with the time it was taken (ms) if known. Fails with ELOCKED in the end.
   */
  withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal, onBusy?: OnBusy): Promise<T>;
}

export type OnBusy = (since?: number) => void;

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** For the whole exchange, connect to last byte. */
  timeoutMs: number;
  /** The body is cut off with a `too-large` failure beyond this. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** Lower-case names; repeated headers joined with a comma. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export type HttpFailureReason =
  | 'dns'
  | 'refused'
  | 'connect'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'reset'
  | 'truncated'
  | 'too-large'
  | 'malformed';

/** A request that got no whole answer. An abort by the caller's signal rejects with the signal's reason instead. */
export class HttpFailure extends Error {
  readonly reason: HttpFailureReason;
  /** False when the service cannot have received any of it. */
  readonly sent: boolean;

  constructor(reason: HttpFailureReason, sent: boolean, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpFailure';
    this.reason = reason;
    this.sent = sent;
  }
}

export interface Http {
  /** One exchange: never follows a redirect, never tries again. @throws HttpFailure */
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** The system keychain: one service (`tool`), one item per account, no search. Every call ends within the host's time limit. */
export interface Keychain {
  check(): Promise<KeychainStatus>;
  /** @returns undefined when there is no such item. @throws ToolError `storage` when locked, missing or not answering */
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  /** @returns whether there was such an item. */
  delete(account: string): Promise<boolean>;
}

export interface KeychainStatus {
  available: boolean;
  accessible: boolean;
  /** What is wrong, as a sentence. */
  reason?: string;
}

export interface Browser {
  /** @returns false when nothing could be started. The child gets no secret in its environment. */
  open(url: string): Promise<boolean>;
}

/** A text after someone edited it, or why there is none, in a sentence. */
export type EditedText = {text: string} | {problem: string};

export interface Editor {
  /**
   * Runs `VISUAL` or `EDITOR` on the text until it ends. It has the terminal meanwhile, and no secret in its
   * environment. Left without saving, the text is what it was.
   * @param name of the file it is in meanwhile, without a directory
   */
  edit(text: string, name: string): Promise<EditedText>;
}

export interface Terminal {
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
  readInput(options?: ReadOptions): Promise<Uint8Array>;
  /** Writes to stdout; resolves when it may be given more. A closed pipe aborts the host's signal quietly. */
  write(text: string): Promise<void>;
  writeError(text: string): void;
}

/** The process as the full-screen app needs it: job control, and uncaught errors. */
export interface AppProcess {
  /** Suspends the process as Ctrl+Z does; resolves when it is resumed. */
  stop(): Promise<void>;
  /** @returns how to stop listening */
  listen(listeners: {
    /** Another program asked it to stop: the listener then calls stop(). */
    onStopRequest(): void;
    /** Resumed after a stop that it was not asked about. */
    onContinued(): void;
    onFatal(error: unknown): void;
  }): () => void;
}

/** An embedded store that answers without a network: the one behind `--sandbox`. */
export interface EmbeddedSandbox {
  http: Http;
  /** Holds `config.json` with the profile `sandbox`, and its key. Absolute. */
  configDirectory: string;
}

export interface SandboxOptions {
  port?: number;
  data?: string;
  publicUrl?: string;
  latencyMs?: number;
  failRate?: number;
  apps?: number;
  versions?: number;
  reviewSeconds?: number;
  daySeconds?: number;
}

export interface SandboxPort {
  /** The fixed origin that the embedded store's links carry. */
  readonly origin: string;
  /** Opens the embedded store under `<home>/.tool/sandbox/`, creating it on first use; `warn` is told of damaged data. */
  embedded(warn: (text: string) => void): Promise<EmbeddedSandbox>;
  /** Serves until `signal` aborts; `announce` gets the text for stdout once, when it listens. */
  serve(options: SandboxOptions, announce: (text: string) => Promise<void>, signal: AbortSignal): Promise<void>;
}
