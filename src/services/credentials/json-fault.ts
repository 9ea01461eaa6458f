const TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

class Fault extends Error {}

/**
 * Where a text stops being JSON, e.g. `line 3, column 5`. V8's own message gives no position for some faults, and quotes
 * the text for others, which may be a secret.
 */
export function jsonFault(text: string): string {
  let at = 0;
  const next = (): string => {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new Fault();
    at = TOKEN.lastIndex;
    return match[1] ?? (match[2] ? 'string' : 'scalar');
  };
  /** The next token, which must be one of these; the fault is before it otherwise. */
  const expect = (...kinds: string[]): string => {
    const before = at;
    const kind = next();
    if (kinds.includes(kind)) return kind;
    at = before;
    throw new Fault();
  };
  const value = (first = expect('{', '[', 'string', 'scalar')): void => {
    if (first === '{') members('}', expect('string', '}'), () => expect('string'));
    else if (first === '[') members(']', expect('{', '[', ']', 'string', 'scalar'));
  };
  const members = (close: string, first: string, name?: () => string): void => {
    for (let kind = first; kind !== close; ) {
      if (name) {
        expect(':');
        value();
      } else value(kind);
      if (expect(',', close) === close) return;
      kind = name ? name() : expect('{', '[', 'string', 'scalar');
    }
  };
  try {
    value();
  } catch (error) {
    // Anything else is a document nested deeper than the stack: the place reached is as good as any.
    if (!(error instanceof Fault || error instanceof RangeError)) throw error;
  }
  at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
