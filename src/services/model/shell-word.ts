/** Quotes a word for a command line to copy: for PowerShell on Windows, otherwise for bash, zsh and fish. */
export function shellWord(word: string, platform?: string): string {
  // zsh expands a leading `=`, and fish expands a leading `%`, so such a word is quoted.
  if (/^[\w.,:/@+-][\w.,:/@%+=-]*$/.test(word) && !(platform === 'win32' && /[,@]/.test(word))) return word;
  if (platform === 'win32') return `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
  // Within single quotes, only fish unescapes a backslash before a quote or another backslash.
  return `'${word.replaceAll("'", `'"'"'`).replaceAll('\\', `'"\\\\"'`)}'`;
}

interface TypedWord {
  text: string;
  open: '' | "'" | '"';
}

/** Reads a word of a POSIX shell, or of fish, where a backslash also counts in single quotes. */
export function readShellWord(raw: string, shell?: 'fish'): TypedWord {
  const word: TypedWord = {text: '', open: ''};
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
    else word.text += char;
  }
  return word;
}
