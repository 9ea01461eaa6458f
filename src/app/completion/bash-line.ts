import {readShellWord} from '../../services/model/shell-word.ts';

const WORD = /(?:\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]?|[^"\\])*"?|[^\s\\'"]+)+/g;

/**
 * Reads a bash command line up to the cursor. COMP_WORDS does not help, because it also splits at `=`, `:` and `@`.
 * @param replaced the end of the line that readline replaces: without an open quote or anything before a `=`
 */
export function readBashLine(line: string, replaced: string) {
  const words = line.match(WORD) ?? [];
  const raws = line.endsWith(words.at(-1) ?? ' ') ? words : [...words, ''];
  const raw = raws.at(-1) ?? '';
  const head = readShellWord(raw.slice(0, Math.max(0, raw.length - replaced.length)));
  return {
    words: raws.slice(1).map((word) => readShellWord(word).text),
    written: (value: string): string => quotedFor(head.open, value.slice(head.text.length)),
  };
}

function quotedFor(open: '' | "'" | '"', text: string): string {
  if (open === '') return text.replace(/[^\w.,:/@%+=\u0080-\uffff-]|\s/g, '\\$&');
  const quoted =
    open === "'"
      ? text.replaceAll("'", `'"'"'`)
      : // `!` expands even in double quotes, and a backslash before it would stay.
        text.replace(/["\\$`]/g, '\\$&').replaceAll('!', `"'!'"`);
  // readline adds the closing quote unless the text ends with one.
  return quoted.endsWith(open) ? quoted + open : quoted;
}
