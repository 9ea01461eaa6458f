function partsOf(text: string): string | undefined {
  if (!/^\d{1,15}(?:\.\d{1,15})*$/.test(text)) return undefined;
  return text
    .split('.')
    .map(Number)
    .join('.')
    .replace(/(?:\.0)+$/, '');
}

/** The problem of a string that the service cannot take, as a predicate: `must be …`. */
export function versionStringProblem(text: string): string | undefined {
  if (/^\d{1,15}(?:\.\d{1,15}){0,2}$/.test(text)) return undefined;
  const [, meant] = /^\D*?(\d+(?:\.\d+){0,2})(?:[^\d.](?!\d).*|\.)?$/s.exec(text.replaceAll(',', '.')) ?? [];
  const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `must be one to three whole numbers with dots between them, like 2.1.0.${suggestion}`;
}

export function isSameString(one: string | undefined, other: string | undefined): boolean {
  return (
    one === other ||
    (one !== undefined && other !== undefined && partsOf(one) !== undefined && partsOf(one) === partsOf(other))
  );
}

const MOST_PARTS = 3;

export function spellings(text: string): string[] {
  const parts = partsOf(text)?.split('.');
  if (!parts) return [text];
  const longer = Array.from({length: Math.max(0, MOST_PARTS - parts.length)}, (_, more) => [
    ...parts,
    ...Array.from({length: more + 1}, () => '0'),
  ]);
  const padded = text.split('.');
  while (padded.length > 1 && Number(padded.at(-1)) === 0) padded.pop();
  return [...new Set([text, ...[parts, ...longer, padded].map((one) => one.join('.'))])];
}
