import {cleanText} from './clean.ts';
import {looksLikeKey} from './key-text.ts';

/** A word or name from outside for a message: on one line, of bearable length, and never a key. */
export function quoted(text: string): string {
  if (looksLikeKey(text)) return '(a private key, not shown)';
  const clean = cleanText(text);
  return `'${clean.length > 80 ? `${clean.slice(0, 79)}…` : clean}'`;
}
