/**
 * Where a text stops being JSON: the offset of what cannot stand there, or the text's length where it is cut off. Engines
 * tell that in words of their own, or not at all, and may quote the text.
 */
export function jsonErrorAt(text: string): number | undefined {
  let at = 0;
  const take = (token: RegExp) => {
    token.lastIndex = at;
    const [found] = token.exec(text) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };
  // What is open, innermost last, and what may come next.
  const open: string[] = [];
  let next: 'value' | 'first' | 'key' | 'comma' = 'value';
  for (;;) {
    take(BLANKS);
    if (next === 'comma' || next === 'first') {
      const inner = open.at(-1);
      if (inner === undefined) return at < text.length ? at : undefined;
      if (text[at] === inner) {
        at += 1;
        open.pop();
        next = 'comma';
        continue;
      }
      if (next === 'comma' && text[at] !== ',') return at;
      if (next === 'comma') at += 1;
      next = inner === '}' ? 'key' : 'value';
      continue;
    }
    if (next === 'key') {
      if (take(TEXT) === undefined || take(QUOTE) === undefined) return at;
      take(BLANKS);
      if (take(COLON) === undefined) return at;
      next = 'value';
      continue;
    }
    const start = take(OPENING);
    if (start) open.push(start === '{' ? '}' : ']');
    else if (take(TEXT) !== undefined) {
      if (take(QUOTE) === undefined) return at;
    } else if (take(WORD) === undefined) return at;
    next = start ? 'first' : 'comma';
  }
}

const BLANKS = /[ \t\n\r]*/y;
const OPENING = /[{[]/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const QUOTE = /"/y;
const COLON = /:/y;
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
