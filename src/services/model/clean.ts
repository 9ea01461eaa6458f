/**
 * Characters that a terminal acts upon or that reorder what is read: C0, DEL, C1, bidirectional controls, line and
 * paragraph separators, and invisible tags.
 */
const HOSTILE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;
const HOSTILE_KEEPING_LINES =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

function visible(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** Makes a string from outside safe for one line of a terminal: what would act on it becomes visible, e.g. `\x1b`. */
export function cleanText(text: string): string {
  return text.replace(HOSTILE, visible);
}

/** The same for text of our own making with line breaks in it. */
export function cleanLines(text: string): string {
  return text.replace(HOSTILE_KEEPING_LINES, visible);
}
