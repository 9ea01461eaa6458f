// Ink takes every line of every frame apart anew: here a line is taken apart once, and a simple one by its letters.
// Nobody changes what comes out.
import * as original from '@alcalzone/ansi-tokenize';
import {isSimple, STYLE, withoutStyles} from './simple.ts';

export * from '@alcalzone/ansi-tokenize';

type Token = original.Token;

const MOST = 2000;
const tokens = new Map<string, Token[]>();
const letters = new Map<string, Token>();
const characters = new WeakMap<Token[], original.StyledChar[]>();

export function tokenize(text: string, end?: number): Token[] {
  if (end !== undefined) return original.tokenize(text, end);
  let found = tokens.get(text);
  if (!found) {
    if (tokens.size >= MOST) tokens.clear();
    found = isSimple(withoutStyles(text)) ? tokenizeSimple(text) : original.tokenize(text);
    tokens.set(text, found);
  }
  return found;
}

function tokenizeSimple(text: string): Token[] {
  // Split by a pattern with a group, every second part is what the group found.
  return text
    .split(STYLE)
    .flatMap((part, index) => (index % 2 === 1 ? tokenizeStyle(part) : Array.from(part, tokenOf)));
}

/** Few styles come again and again; each is short. */
function tokenizeStyle(code: string): Token[] {
  let found = tokens.get(code);
  if (!found) {
    found = original.tokenize(code);
    tokens.set(code, found);
  }
  return found;
}

function tokenOf(value: string): Token {
  let token = letters.get(value);
  if (!token) {
    token = {type: 'char', value, fullWidth: false};
    letters.set(value, token);
  }
  return token;
}

export function styledCharsFromTokens(list: Token[]): original.StyledChar[] {
  let found = characters.get(list);
  if (!found) {
    found = original.styledCharsFromTokens(list);
    characters.set(list, found);
  }
  return found;
}
