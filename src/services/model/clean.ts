import {looksLikeKey, withoutKey} from './key-text.ts';

/** A terminal acts on these characters, reorders text by them, or does not show them. */
const INVISIBLE =
  '\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e01ef}';
const INVISIBLE_IN_JSON = new RegExp(`[${INVISIBLE}]`, 'gu');
const UNSAFE = new RegExp(`[\\u0000-\\u001f${INVISIBLE}]`, 'gu');

function visible(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
}

/** Makes a string from outside safe for one line of a terminal. Invisible characters become visible, e.g. `\x1b`. */
export function cleanText(text: string): string {
  return text.replace(UNSAFE, (found, at: number) => (isNeeded(found, at, text) ? found : visible(found)));
}

export function cleanLines(text: string): string {
  return text.split('\n').map(cleanText).join('\n');
}

export function cleanJson(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(INVISIBLE_IN_JSON, (found, at: number) =>
    isNeeded(found, at, text) ? found : found.replace(/[\s\S]/g, escaped),
  );
}

/** Returns true for joiners in emoji and in scripts that join letters, and for variation selectors after Han. */
function isNeeded(character: string, at: number, text: string): boolean {
  if (character !== '\u200c' && character !== '\u200d' && character < '\u{e0100}') return false;
  // The expression stays here, because it is compiled on first use, and most runs do not need it.
  const needed =
    /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Mymr}\p{sc=Khmr}\p{sc=Tibt}]\p{M}*)(?:\u200d|\u200c(?=(?!\p{sc=Latn})\p{L}))|(?<=(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]/uy;
  needed.lastIndex = at;
  return needed.test(text);
}

export function quoted(text: string): string {
  if (looksLikeKey(text)) return withoutKey(text);
  const clean = cleanText(text);
  return `'${clean.length > 80 ? `${clean.slice(0, 79)}…` : clean}'`;
}
