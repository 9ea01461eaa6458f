export const STYLE = /(\u001B\[[0-9;:]*m|\u001B\]8;[^\u0007]*\u0007)/;
const STYLES = new RegExp(STYLE, 'g');
const LINK_END = '\u001B]8;;\u0007';
/** Matches what every terminal draws one column wide: most of Latin, Greek and Cyrillic, and the app's signs. */
const NARROW =
  /^[ -~\u00a1-\u00ac\u00ae-\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u21ff\u2295-\u22ff\u2500-\u25fc\u2713\u2715]*$/;

/** Returns the changed part of a line, or the complete line if terminals may disagree on its width. */
export function changeOf(shown: string | undefined, next: string) {
  if (shown === undefined || ![shown, next].every((line) => NARROW.test(withoutStyles(line))))
    return {column: 0, text: next, keepsRest: false};
  const [old, cuts] = [new Set(cutsOf(shown)), cutsOf(next)];
  const same = commonStart(shown, next);
  const start = cuts.findLast((cut) => cut <= same && old.has(cut)) ?? 0;
  const added = next.length - shown.length;
  const longest = Math.min(shown.length, next.length) - start;
  const sameEnd = next.length - Math.min(longest, commonStart(reversed(shown), reversed(next)));
  const end = cuts.find((cut) => cut >= sameEnd && old.has(cut - added));
  const keepsRest = end !== undefined && end < next.length && columnAt(next, end) === columnAt(shown, end - added);
  return {column: columnAt(next, start), text: next.slice(start, keepsRest ? end : undefined), keepsRest};
}

function cutsOf(line: string): number[] {
  const cuts: number[] = [];
  const styles = new Set<number>();
  let at = 0;
  let isLink = false;
  for (const part of line.split(STYLE)) {
    if (part.startsWith('\u001B]')) isLink = part !== LINK_END;
    else if (STYLE.test(part)) for (const code of part.slice(2, -1).split(';')) setStyle(styles, Number(code));
    else if (styles.size === 0 && !isLink) for (let place = 0; place <= part.length; place++) cuts.push(at + place);
    at += part.length;
  }
  return cuts;
}

/** Supports only palette colours, which are one number each. */
function setStyle(styles: Set<number>, code: number): void {
  if (code === 0) styles.clear();
  else if (code <= 9) styles.add(code <= 2 ? 22 : code + 20);
  else if ((code >= 22 && code <= 29) || code === 39 || code === 49) styles.delete(code);
  else styles.add((code >= 40 && code <= 47) || code >= 100 ? 49 : 39);
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

function columnAt(line: string, at: number): number {
  return withoutStyles(line.slice(0, at)).length;
}

export function withoutStyles(line: string): string {
  return line.replace(STYLES, '');
}
