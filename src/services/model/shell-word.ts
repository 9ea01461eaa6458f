/** A word for a command line that a person copies, quoted where a POSIX shell would take it apart. */
export function shellWord(word: string): string {
  return /^[\w.,:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
