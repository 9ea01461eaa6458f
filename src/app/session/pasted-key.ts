import {parsePrivateKey} from '../../services/credentials/private-key.ts';
import {isKeyIncomplete, looksLikeKey} from '../../services/model/key-text.ts';

export interface PastedKey {
  label: string;
  refusal?: string;
  unfinished?: true;
}

export function readPastedKey(text: string): PastedKey | undefined {
  if (!looksLikeKey(text)) return undefined;
  const parsed = parsePrivateKey(text);
  if ('key' in parsed) return {label: 'pasted key (EC P-256)'};
  if (!isKeyIncomplete(text)) return {label: 'pasted text (no usable key)', refusal: parsed.refusal};
  return {label: 'pasted text, no END line yet', refusal: 'is cut off: its END line is missing', unfinished: true};
}
