export interface Clock {
  now(): number;
  random(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type Env = Readonly<Record<string, string | undefined>>;

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface Host {
  clock: Clock;
  env: Env;
  files: Files;
  http(warn?: (text: string) => void): Promise<Http>;
  keychain: Keychain;
  /** Returns false when nothing could be started. The child gets no secrets in its environment. */
  browser: {open(url: string): Promise<boolean>};
  editor: Editor;
  shell: Shell;
  terminal: Terminal;
  sandbox: SandboxPort;
  cwd: string;
  home: string;
  user?: User;
  platform: string;
  command: readonly string[];
  version: string;
  signal: AbortSignal;
}

export interface FileStat {
  kind: 'file' | 'directory' | 'symbolic link' | 'pipe' | 'special file';
  mode: number;
  size: number;
  uid: number;
  gid: number;
}

export interface ReadOptions {
  maxBytes?: number;
  plain?: true;
  signal?: AbortSignal;
}

export interface Files {
  read(path: string, options?: ReadOptions): Promise<Uint8Array>;
  /** Does not follow a symlink. Resolves to undefined if nothing exists at the path. */
  lstat(path: string): Promise<FileStat | undefined>;
  stat(path: string): Promise<FileStat | undefined>;
  realpath(path: string): Promise<string>;
  /** Replaces the file in one step. Without a mode, the umask decides. Fails with ECHANGED if the file differs from `seen`. */
  writeAtomic(path: string, content: string | Uint8Array, mode?: number, seen?: {bytes?: Uint8Array}): Promise<void>;
  /** Appends in one write. A full file becomes `PATH.1`. Fails with EFOREIGN for a link or another user's file. */
  appendLine(path: string, line: string, options: {mode: number; maxBytes: number}): Promise<void>;
  /** Returns a file name from which `isUnderWay` can tell whether this run may still be writing. */
  ownName(): string;
  isUnderWay(name: string): boolean;
  leftovers(directory: string): Promise<string[]>;
  makeDirectory(path: string, mode?: number): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  isReadOnly(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
  /**
   * Runs the work under a lock, and takes over a stale lock. Calls `onBusy` while another process holds the lock. Fails
   * with ELOCKED if it stays busy.
   */
  withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal, onBusy?: () => void): Promise<T>;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** The limit for the complete exchange, from the connection to the last byte. */
  timeoutMs: number;
  maxBytes: number;
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  /** Names are in lower case. Repeated headers are joined with a comma. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

export type HttpFailureReason =
  | 'dns'
  | 'refused'
  | 'connect'
  | 'tls'
  | 'no-common-tls'
  | 'proxy'
  | 'timeout'
  | 'reset'
  | 'truncated'
  | 'too-large'
  | 'malformed'
  | 'stopped';

/** Thrown if a request gets no complete answer. If a sent request is aborted, `signal.reason` is thrown instead. */
export class HttpFailure extends Error {
  readonly reason: HttpFailureReason;
  /** False only if the service cannot have received any part of the request. */
  readonly sent: boolean;

  constructor(reason: HttpFailureReason, sent: boolean, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpFailure';
    this.reason = reason;
    this.sent = sent;
  }
}

export interface Http {
  send(request: HttpRequest): Promise<HttpResponse>;
  /** Opens connections that will soon be used in parallel. A failure appears only when they are used. */
  prepare?(origin: string, count: number): void;
  close(): Promise<void>;
}

/** The system keychain: one service (`tool`), one item for each account, no search. Every call has a time limit. */
export interface Keychain {
  check(): Promise<{available: boolean; accessible: boolean; reason?: string}>;
  get(account: string, options?: {undo?: true}): Promise<string | undefined>;
  /** @throws ToolError `storage`, with a `cause` if the keychain did not answer and may have stored the secret */
  set(account: string, secret: string, options?: {undo?: true}): Promise<void>;
  delete(account: string, options?: {undo?: true}): Promise<boolean>;
}

export interface EditedText {
  text?: string;
  problem?: string;
  /** A file or folder with text that may exist nowhere else. Call `remove` once the text is used. */
  kept?: {path: string; remove(): Promise<void>};
}

export interface Editor {
  /** Gives the terminal, but no secrets, to the user's editor. If the user does not save, the text is unchanged. */
  edit(text: string, name: string): Promise<EditedText>;
}

export interface ShellOptions {
  input: string;
  variables: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal: AbortSignal;
  onLine(line: string): void;
}

export interface Shell {
  /** Runs a user's command line with `sh -c` (`cmd /c` on Windows). `problem` is worded to follow the command. */
  run(command: string, options: ShellOptions): Promise<{problem?: string}>;
}

export interface Terminal {
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
  readonly columns?: number;
  showsLinks(): Promise<boolean>;
  readInput(options?: ReadOptions): Promise<Uint8Array>;
  input(): AsyncIterable<Uint8Array>;
  write(text: string): Promise<void>;
  writeError(text: string): void;
}

export interface AppProcess {
  stop(): Promise<void>;
  listen(listeners: {
    onStopRequest(): void;
    onContinued(): void;
    onWindowChange(): void;
    onFatal(error: unknown): void;
    onQuit(): void;
  }): () => void;
}

export interface EmbeddedSandbox {
  http: Http;
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
  readonly origin: string;
  embedded(): Promise<EmbeddedSandbox>;
  serve(options: SandboxOptions, announce: (text: string) => Promise<void>, signal: AbortSignal): Promise<void>;
}
