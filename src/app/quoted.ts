import {cleanText} from './present/clean.ts';

/** A private key given where a word or a value belongs: it must not be echoed. PEM, or the base64 of one. */
export function looksLikeKey(text: string): boolean {
  return /-----BEGIN|PRIVATE KEY|LS0tLS1CRUdJ/.test(text);
}

/** A word of the user's for an error message: cleaned, of bearable length, and never a key. */
export function quoted(text: string): string {
  if (looksLikeKey(text)) return '(a private key, not shown)';
  const clean = cleanText(text);
  return `'${clean.length > 80 ? `${clean.slice(0, 79)}…` : clean}'`;
}
