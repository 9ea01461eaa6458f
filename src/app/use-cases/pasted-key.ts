import {parsePrivateKey} from '../../services/credentials/private-key.ts';
import {isKeyIncomplete, looksLikeKey} from '../../services/model/clean.ts';

/** A private key given as text where a path could stand as well. Its text is never shown, these words are. */
export type PastedKey =
  | {state: 'usable'; words: string}
  /** It has begun, and its END line is still to come. */
  | {state: 'unfinished'; words: string}
  | {state: 'unusable'; words: string; refusal: string};

/** @returns undefined for a text that is no key material, such as a path */
export function readPastedKey(text: string): PastedKey | undefined {
  if (!looksLikeKey(text)) return undefined;
  const parsed = parsePrivateKey(text);
  if ('key' in parsed) return {state: 'usable', words: 'pasted key (EC P-256)'};
  if (isKeyIncomplete(text)) {
    return {state: 'unfinished', words: 'pasted text, no END line yet'};
  }
  return {state: 'unusable', words: 'pasted text (no usable key)', refusal: parsed.refusal};
}
