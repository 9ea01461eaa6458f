import {cleanText} from './clean.ts';
import {looksLikeKey} from './key-text.ts';

/** A name from outside as it is, unless it is a key. */
export function withoutKey(text: string): string {
  return looksLikeKey(text) ? '(a private key, not shown)' : text;
}

/** A word or name from outside for a message: on one line, of bearable length, and never a key. */
export function quoted(text: string): string {
  if (looksLikeKey(text)) return withoutKey(text);
  const clean = cleanText(text);
  return `'${clean.length > 80 ? `${clean.slice(0, 79)}…` : clean}'`;
}
