/** `1 true yes y on` and `0 false no n off` in any case; undefined for anything else. */
export function parseBoolean(text: string): boolean | undefined {
  if (/^(?:1|true|yes|y|on)$/i.test(text)) return true;
  if (/^(?:0|false|no|n|off)$/i.test(text)) return false;
  return undefined;
}

/** Whether a variable is true. A value that is neither true nor false is warned about in globals.ts. */
export function isTrue(value: string | undefined): boolean {
  return parseBoolean((value ?? '').trim()) === true;
}

/** An ID of the service: one path segment that needs no escaping. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(text) && text !== '.' && text !== '..';
}

/** Looks up a key from outside: never an inherited member such as `constructor`. */
export function lookup<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any real document. JSON that is much deeper can be parsed but not serialised. */
const DEEPEST = 100;

export function isTooDeep(value: object, left = DEEPEST): boolean {
  for (const name in value) {
    const one = (value as Record<string, unknown>)[name];
    if (typeof one === 'object' && one !== null && (left === 0 || isTooDeep(one, left - 1))) return true;
  }
  return false;
}

/** A device name of Windows in any folder, whatever follows the first dot. */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:[.:]|$)/i.test(name);
}

/**
 * Whether a Windows path leads to another machine, which would get the user's credentials, or to a device, which may
 * never answer: `\\host\share`, `\\.\pipe\x`, `C:\keys\NUL`.
 */
export function isRemoteOrDevice(path: string): boolean {
  const [, rest = ''] = /^(?:[a-z]:)?(.*)$/is.exec(path.trim()) ?? [];
  return /^[\\/](?:[\\/]|\?\?)/.test(rest) || rest.split(/[\\/]/).some(isDeviceName);
}

/** What Node's error codes mean for a file. */
const FILE_PROBLEMS: Readonly<Record<string, string>> = {
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

/** Why a file could not be read or written, from Node's error code; undefined for other errors. */
export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return lookup(FILE_PROBLEMS, error.code) ?? error.code;
}
