/** Returns the offset of the first error, or the text's length. Engines do not always report it, and may quote the text. */
export function jsonErrorAt(text: string): number | undefined {
  let at = 0;
  const take = (token: RegExp) => {
    token.lastIndex = at;
    const isThere = token.test(text);
    if (isThere) at = token.lastIndex;
    return isThere;
  };
  const takeText = () => take(TEXT) && take(QUOTE);
  const open: ('}' | ']')[] = [];
  let next: 'value' | 'first' | 'rest' = 'value';
  for (;;) {
    take(BLANKS);
    const inner = open.at(-1);
    if (next === 'rest' && !inner) return at < text.length ? at : undefined;
    if (next !== 'value' && text[at] === inner) {
      at += 1;
      open.pop();
      next = 'rest';
      continue;
    }
    if (next === 'rest' && !take(COMMA)) return at;
    if (next !== 'value' && inner === '}' && !(takeText() && take(BLANKS) && take(COLON))) return at;
    if (take(OPENING)) {
      open.push(text[at - 1] === '{' ? '}' : ']');
      next = 'first';
      continue;
    }
    if (text[at] === '"' ? !takeText() : !take(WORD)) return at;
    next = 'rest';
  }
}

const BLANKS = /[ \t\n\r]*/y;
const OPENING = /[{[]/y;
const COMMA = /,[ \t\n\r]*/y;
const COLON = /:[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const QUOTE = /"/y;
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
