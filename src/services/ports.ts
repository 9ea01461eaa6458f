import type {Files} from './ports/files.ts';
import type {Http} from './ports/http.ts';
import type {Keychain} from './ports/keychain.ts';
import type {SandboxPort} from './ports/sandbox.ts';
import type {Browser, Editor, Terminal} from './ports/terminal.ts';

/** What the tool needs from the world, as interfaces. The real ones are in services/host; tests bring their own. */

export * from './ports/files.ts';
export * from './ports/http.ts';
export * from './ports/keychain.ts';
export * from './ports/sandbox.ts';
export * from './ports/terminal.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number in [0, 1), for jitter. */
  random(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Who runs the tool, in the numbers of the file system. */
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
  /** Absolute. */
  cwd: string;
  home: string;
  /** Absent on Windows, whose files have no such owners. */
  user?: User;
  /** `process.platform`. */
  platform: string;
  /** What starts this tool again: a program and its arguments, by absolute paths. */
  command: readonly string[];
  /** The tool's version. */
  version: string;
  /** Aborts on SIGINT, SIGTERM, SIGHUP with a ToolError `interrupted`, and on a closed stdout. */
  signal: AbortSignal;
}
