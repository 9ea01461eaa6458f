/** Reads `1 true yes y on` and `0 false no n off` in upper or lower case. Undefined for anything else. */
export function parseBoolean(text: string): boolean | undefined {
  if (/^(?:1|true|yes|y|on)$/i.test(text)) return true;
  if (/^(?:0|false|no|n|off)$/i.test(text)) return false;
  return undefined;
}

export function isTrue(value: string | undefined): boolean {
  return parseBoolean((value ?? '').trim()) === true;
}

export function isFalse(value: string | undefined): boolean {
  return parseBoolean((value ?? '').trim()) === false;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function capitalized(text: string): string {
  if (/^[a-z]+[A-Z]/.test(text)) return text;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function midSentence(text: string): string {
  return text.replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase());
}

export function isId(text: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(text) && text !== '.' && text !== '..';
}

export function lookup<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

export function orElse<T, U>(question: () => T, otherwise: U): T | U {
  try {
    return question();
  } catch {
    return otherwise;
  }
}

export const parsedJson = (text: string): unknown => orElse(() => JSON.parse(text), undefined);

export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than any real document. Much deeper JSON can be parsed but not serialised. */
const MAX_DEPTH = 100;

export function isTooDeep(value: object, left = MAX_DEPTH): boolean {
  for (const name in value) {
    const one = (value as Record<string, unknown>)[name];
    if (typeof one === 'object' && one !== null && (left === 0 || isTooDeep(one, left - 1))) return true;
  }
  return false;
}

export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:[.:]|$)/i.test(name);
}

/**
 * Returns whether a path leads to another machine (`\\host\share`), which would get the user's credentials, or to a
 * device (`C:\keys\NUL`), which may never answer.
 */
export function isRemoteOrDevice(path: string): boolean {
  const [, rest = ''] = /^(?:[a-z]:)?(.*)$/is.exec(path.trim()) ?? [];
  return /^[\\/](?:[\\/]|\?\?)/.test(rest) || rest.split(/[\\/]/).some(isDeviceName);
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'it is too large',
  EISDIR: 'it is a directory',
  ENOTDIR: 'part of the path is not a directory',
  EEXIST: 'part of the path is not a directory',
  ENOENT: 'it does not exist',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the path is too long',
  ELOCKED: 'another process holds its lock',
  ECHANGED: 'another process has changed it in the meantime',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

export function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return lookup(FILE_PROBLEMS, error.code) ?? error.code;
}
