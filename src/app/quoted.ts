import {looksLikeKey} from '../services/model/key-text.ts';
import {cleanText} from './present/clean.ts';

/** A word of the user's for an error message: cleaned, of bearable length, and never a key. */
export function quoted(text: string): string {
  if (looksLikeKey(text)) return '(a private key, not shown)';
  const clean = cleanText(text);
  return `'${clean.length > 80 ? `${clean.slice(0, 79)}…` : clean}'`;
}
