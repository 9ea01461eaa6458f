function roughWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (character >= '\u2e80' ? 2 : 1), 0);
}

/** Cuts a line that will be rewritten, because the first part of a wrapped line would stay. */
export function cutLine(text: string, width: number): string {
  if (roughWidth(text) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && roughWidth(characters.join('')) > width - 3) characters.pop();
  return `${characters.join('')}...`;
}

/** Matches what is never broken: words, and commands to be copied in one piece, in quotes or on a line of their own. */
const UNBROKEN = /'tool [^']*'|^ *tool .*|\S+/g;

export function breakWords(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => (roughWidth(line) <= width || line.includes('\u001b') ? line : broken(line, width)))
    .join('\n');
}

function broken(line: string, width: number): string {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let current = '';
  for (const [word] of line.matchAll(UNBROKEN)) {
    const joined = current === '' ? indent + word.trimStart() : `${current} ${word}`;
    if (current !== '' && roughWidth(joined) > width) {
      lines.push(current);
      current = indent + word;
    } else current = joined;
  }
  return [...lines, current].join('\n');
}
