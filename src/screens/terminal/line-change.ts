/** What of a line is to be written so that it shows another one. */
export interface LineChange {
  /** From 0. */
  column: number;
  text: string;
  /** What follows it on the screen stays as it is. */
  keepsRest: boolean;
}

const SGR = /\u001B\[([0-9;:]*)m/g;
/** Characters that take one column in every terminal: most of Latin, Greek and Cyrillic, and the signs of this program. */
const NARROW =
  /^[ -~\u00a1-\u00ac\u00ae-\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u21ff\u2295-\u22ff\u2500-\u25fc\u2713\u2715]*$/;

/**
 * The smallest part of a line that has changed and can be written alone: it begins and ends where no style is in force.
 * All of a line that has characters whose width terminals may disagree about.
 */
export function changeOf(shown: string, next: string): LineChange {
  if (![shown, next].every((line) => NARROW.test(withoutStyles(line))))
    return {column: 0, text: next, keepsRest: false};
  const [old, cuts] = [new Set(cutsOf(shown)), cutsOf(next)];
  const same = commonStart(shown, next);
  const start = cuts.findLast((cut) => cut <= same && old.has(cut)) ?? 0;
  const longest = Math.min(shown.length, next.length) - start;
  const added = next.length - shown.length;
  const sameEnd = next.length - commonEnd(shown, next, longest);
  const end = cuts.find((cut) => cut >= sameEnd && old.has(cut - added));
  const keepsRest = end !== undefined && end < next.length && columnAt(next, end) === columnAt(shown, end - added);
  return {column: columnAt(next, start), text: next.slice(start, keepsRest ? end : undefined), keepsRest};
}

/** The places where no style is in force. */
function cutsOf(line: string): number[] {
  const styles = new Set<string>();
  const cuts: number[] = [];
  for (let at = 0; at < line.length; ) {
    if (styles.size === 0) cuts.push(at);
    if (line[at] !== '\u001B') {
      at += 1;
      continue;
    }
    const end = line.indexOf('m', at);
    for (const code of line.slice(at + 2, end).split(';')) setStyle(styles, Number(code));
    at = end + 1;
  }
  if (styles.size === 0) cuts.push(line.length);
  return cuts;
}

/** Colours are those of the terminal's palette: one number each. */
function setStyle(styles: Set<string>, code: number): void {
  if (code === 0) styles.clear();
  else if (code >= 22 && code <= 29) styles.delete(String(code));
  else if (code === 39 || code === 49) styles.delete(String(code));
  else styles.add(endOf(code));
}

/** The code that ends a style. */
function endOf(code: number): string {
  if (code <= 2) return '22';
  if (code <= 9) return String(code + 20);
  return (code >= 40 && code <= 47) || code >= 100 ? '49' : '39';
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function commonEnd(one: string, other: string, most: number): number {
  let count = 0;
  while (count < most && one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count))
    count += 1;
  return count;
}

function columnAt(line: string, at: number): number {
  return withoutStyles(line.slice(0, at)).length;
}

function withoutStyles(line: string): string {
  return line.replace(SGR, '');
}
