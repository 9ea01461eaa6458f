export function numbers(text: string | undefined): number[] | undefined {
  return text !== undefined && /^\d{1,15}(?:\.\d{1,15})*$/.test(text) ? text.split('.').map(Number) : undefined;
}

export function compare(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns what is wrong with a version string: `must be …`. Undefined if the service accepts it. */
export function versionStringProblem(text: string): string | undefined {
  if (/^\d{1,15}(?:\.\d{1,15}){0,2}$/.test(text)) return undefined;
  const [, meant] = /^\D*?(\d+(?:\.\d+){0,2})(?:[^\d.](?!\d).*|\.)?$/s.exec(text.replaceAll(',', '.')) ?? [];
  const suggestion = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `must be one to three whole numbers with dots between them, like 2.1.0.${suggestion}`;
}

export function isSameString(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [numbers(one), numbers(other)];
  return one === other || (a !== undefined && b !== undefined && compare(a, b) === 0);
}

const MOST_PARTS = 3;

export function spellings(text: string): string[] {
  const parts = numbers(text)?.map(String);
  if (!parts) return [text];
  const padded = text.split('.');
  for (const same of [parts, padded]) while (same.length > 1 && Number(same.at(-1)) === 0) same.pop();
  const zeros = ['0', '0'].slice(0, Math.max(0, MOST_PARTS - parts.length));
  const longer = zeros.map((_, more) => [...parts, ...zeros.slice(0, more + 1)]);
  return [...new Set([text, ...[parts, ...longer, padded].map((one) => one.join('.'))])];
}
