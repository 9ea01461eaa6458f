import {readShellWord} from '../../services/model/shell-word.ts';

const REDIRECTION = /(?:\d*(?:<<<|[<>][<>&|]?)|&>>?)(?!\()/y;
const PART = /\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]?|[^"\\])*"?|`[^`]*`?|[$<>]\((?:[^()]|\([^()]*\))*\)?|[^\s<>]|[<>](?=\()/y;

/**
 * Reads a bash command line up to the cursor. COMP_WORDS does not help: it also splits at `=`, `:` and `@`.
 * @param replaced the end of the line that readline replaces: without an open quote or anything before a `=`
 */
export function readBashLine(line: string, replaced: string) {
  const words: {raw: string; redirects: boolean}[] = [];
  let at = 0;
  let redirects = false;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const [found = ''] = pattern.exec(line) ?? [];
    at += found.length;
    return found !== '';
  };
  for (;;) {
    const isApart = skip(/\s+/y) || at === 0;
    const isOperator = skip(REDIRECTION);
    redirects ||= isOperator;
    if (isOperator && at < line.length) continue;
    if (at === line.length && !isApart && !isOperator) break;
    const start = at;
    while (skip(PART));
    words.push({raw: line.slice(start, at), redirects});
    if (at === line.length) break;
    redirects = false;
  }
  const last = words.at(-1);
  const raw = last?.raw ?? '';
  const head = readShellWord(raw.slice(0, Math.max(0, raw.length - replaced.length)));
  return {
    words: words.slice(1).flatMap((word) => (word.redirects && word !== last ? [] : [readShellWord(word.raw).text])),
    redirects: last?.redirects ?? false,
    expands: readShellWord(raw).expands,
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
