/**
 * Control characters that clear the screen, write to the clipboard, make a link, ring the bell, overwrite a line or forge
 * one.
 */
export const EVIL =
  '\u001b[2J\u001b]52;c;QUJD\u0007\u001b]8;;https://evil.example\u001b\\\u001bPq\u001b\\\r\nError: forged\n\t\b\u007f\u009b31m\u009d52\u0085\u061c\u200b\u2060\u200e\u202e\u2066\u2028\ufeff\u{e0041}';

export const ACTED_UPON =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;

/**
 * Returns the body of an answer with control characters after each text in it, except in members whose names match
 * `kept`.
 */
export function spoilt(body: string, kept: RegExp): string {
  const spoil = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return kept.test(name) ? value : `${value}${EVIL}`;
    if (Array.isArray(value)) return value.map((one) => spoil(one, name));
    if (typeof value !== 'object' || value === null) return value;
    const asIs = /^(?:id|type|links|status)$/;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asIs.test(key) ? one : spoil(one, key)]));
  };
  return body === '' ? '' : JSON.stringify(spoil(JSON.parse(body)));
}

/** The members that must stay intact for an answer to be understood. */
export const MEANINGFUL = /Date$|^platform$|State$|^state$|Type$|^locale$|^code$/;
