// Ink takes every line of every frame apart anew: here a line is taken apart once. Nobody changes what comes out.
import * as original from '@alcalzone/ansi-tokenize';

export * from '@alcalzone/ansi-tokenize';

const MOST = 2000;
const tokens = new Map();
const characters = new WeakMap();

export function tokenize(text, end) {
  if (end !== undefined) return original.tokenize(text, end);
  let found = tokens.get(text);
  if (!found) {
    if (tokens.size >= MOST) tokens.clear();
    found = original.tokenize(text);
    tokens.set(text, found);
  }
  return found;
}

export function styledCharsFromTokens(list) {
  let found = characters.get(list);
  if (!found) {
    found = original.styledCharsFromTokens(list);
    characters.set(list, found);
  }
  return found;
}
