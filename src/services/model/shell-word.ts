/**
 * A word for a command line that a person copies, quoted where a shell would take it apart: for PowerShell on Windows,
 * else so that bash, zsh and fish all read the same.
 */
export function shellWord(word: string, platform?: string): string {
  // zsh looks for a program behind a first `=`, fish for a process behind a first `%`.
  if (/^[\w.,:/@+-][\w.,:/@%+=-]*$/.test(word) && !(platform === 'win32' && /[,@]/.test(word))) return word;
  // PowerShell takes typographic quotes for plain ones.
  if (platform === 'win32') return `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
  // In single quotes fish still unescapes a backslash before a quote or another backslash; the others never do.
  return `'${word.replaceAll("'", `'"'"'`).replaceAll('\\', `'"\\\\"'`)}'`;
}

/** A word as it is typed: what it means, and which quote is still open at its end. */
export interface TypedWord {
  text: string;
  open: '' | "'" | '"';
  /** The shell puts something in its place that is not known here, e.g. of a variable. */
  expands: boolean;
}

/** Reads a word of a POSIX shell, or of fish, where a backslash also counts in single quotes. */
export function readShellWord(raw: string, shell?: 'fish'): TypedWord {
  const word: TypedWord = {text: '', open: '', expands: false};
  for (let at = 0; at < raw.length; at++) {
    const [char = '', next] = [raw[at], raw[at + 1]];
    const escapes: Record<TypedWord['open'], boolean> = {
      '': true,
      '"': next !== undefined && '"\\$`'.includes(next),
      "'": shell === 'fish' && /['\\]/.test(next ?? ''),
    };
    if (char === '\\' && (escapes[word.open] || (next === undefined && word.open !== "'"))) {
      word.text += next ?? '';
      at += 1;
    } else if (char === word.open) word.open = '';
    else if (word.open === '' && (char === "'" || char === '"')) word.open = char;
    else {
      word.expands ||= word.open !== "'" && (char === '$' || char === '`');
      word.text += char;
    }
  }
  return word;
}
