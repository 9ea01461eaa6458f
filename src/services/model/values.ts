/** `1 true yes y on` and `0 false no n off` in any case; undefined for anything else. */
export function parseBoolean(text: string): boolean | undefined {
  if (/^(?:1|true|yes|y|on)$/i.test(text)) return true;
  if (/^(?:0|false|no|n|off)$/i.test(text)) return false;
  return undefined;
}

/** Whether a variable says yes. One that is neither true nor false was warned about where the variables are read. */
export function isTrue(value: string | undefined): boolean {
  return parseBoolean((value ?? '').trim()) === true;
}

/** Whether a text is an ID of the service as it can stand in a URL: one clean path segment. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(text) && text !== '.' && text !== '..';
}

/** What a table says of a word from outside; unlike an index, never what every object inherits (`constructor`). */
export function lookup<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Whether a URL's host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** Whether JSON is an object, and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper than anything that is meant; what is much deeper can be parsed, but not be written out again. */
const DEEPEST = 100;

export function isTooDeep(value: object, left = DEEPEST): boolean {
  for (const name in value) {
    const one = (value as Record<string, unknown>)[name];
    if (typeof one === 'object' && one !== null && (left === 0 || isTooDeep(one, left - 1))) return true;
  }
  return false;
}

/** What Windows takes for a device in any folder, whatever follows the first dot. */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:[.:]|$)/i.test(name);
}

/**
 * Whether a path of Windows leads to another machine, which would be sent who the user is, or to a device, which may
 * never answer: `\\host\share`, `\\.\pipe\x`, `C:\keys\NUL`.
 */
export function isRemoteOrDevice(path: string): boolean {
  const [, rest = ''] = /^(?:[a-z]:)?(.*)$/is.exec(path.trim()) ?? [];
  return /^[\\/](?:[\\/]|\?\?)/.test(rest) || rest.split(/[\\/]/).some(isDeviceName);
}
