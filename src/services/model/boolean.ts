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
