import {parsePrivateKey} from '../../services/credentials/private-key.ts';
import {isKeyIncomplete, looksLikeKey} from '../../services/model/clean.ts';

/** A private key pasted where a path was expected. Screens show `label`, never the text. */
export type PastedKey =
  | {state: 'usable'; label: string}
  /** The END line is missing so far. */
  | {state: 'unfinished'; label: string}
  | {state: 'unusable'; label: string; refusal: string};

/** @returns undefined unless the text looks like key material */
export function readPastedKey(text: string): PastedKey | undefined {
  if (!looksLikeKey(text)) return undefined;
  const parsed = parsePrivateKey(text);
  if ('key' in parsed) return {state: 'usable', label: 'pasted key (EC P-256)'};
  if (isKeyIncomplete(text)) return {state: 'unfinished', label: 'pasted text, no END line yet'};
  return {state: 'unusable', label: 'pasted text (no usable key)', refusal: parsed.refusal};
}
