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

/** Files as the credential stores need them. Errors are node's own (`code` ENOENT, EACCES, …). */
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
  /** Temp files in a directory, of writes that were killed or are not over yet: absolute paths. None where it cannot be read. */
  leftovers(directory: string): Promise<string[]>;
  /** Creates the directory and its parents; the directory itself gets `mode` whatever the umask, which else decides. */
  makeDirectory(path: string, mode?: number): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  remove(path: string): Promise<void>;
  readdir(path: string): Promise<string[]>;
  /**
   * Runs `work` while holding a lock on `path` across processes; a stale lock is taken over. `onBusy` is told, again and
   * again, while another one holds it, and since when (ms since the epoch) where the file system knows. One that stays
   * busy fails with code ELOCKED.
   */
  withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal, onBusy?: OnBusy): Promise<T>;
}

export type OnBusy = (since?: number) => void;
