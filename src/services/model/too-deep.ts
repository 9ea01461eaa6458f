/** Deeper than anything that is meant; what is much deeper can be parsed, but not be written out again. */
const DEEPEST = 100;

export function isTooDeep(value: object, left = DEEPEST): boolean {
  for (const name in value) {
    const one = (value as Record<string, unknown>)[name];
    if (typeof one === 'object' && one !== null && (left === 0 || isTooDeep(one, left - 1))) return true;
  }
  return false;
}
