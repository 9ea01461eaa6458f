import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it is too large',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'a part of the path is not a directory',
  ENOENT: 'it does not exist',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the path is too long',
  ELOCKED: 'another process holds its lock',
};

/** Node's error code as words; undefined when it has none. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return WORDS[error.code] ?? error.code;
}

/** A file that could not be read or written, e.g. `Cannot write /home/me/.tool/config.json: permission denied`. */
export function storageError(action: string, path: string, cause: unknown): unknown {
  const problem = fileProblem(cause);
  return problem === undefined
    ? cause
    : new ToolError('storage', `Cannot ${action} ${cleanText(path)}: ${problem}`, {cause});
}
