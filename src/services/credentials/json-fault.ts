/**
 * Where V8 says that a text stops being JSON, e.g. `line 3, column 5`; undefined where it does not say. Its message
 * itself is not for people: it may quote the text, which may hold a secret.
 */
export function jsonFault(text: string, {message}: Error): string | undefined {
  const position = message.startsWith('Unexpected end of JSON')
    ? text.length
    : /JSON at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (position === undefined) return undefined;
  const lines = text.slice(0, Number(position)).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
