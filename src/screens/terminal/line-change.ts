export const STYLE = /(\u001B\[[0-9;]*m|\u001B\]8;[^\u0007]*\u0007)/;
const LINK_END = '\u001B]8;;\u0007';
const STYLES_END = '\u001B[0m';
const ENDS_STYLE = /^(?:2[2-9]|39|49)$/;
const NARROW =
  /^[ -~\u00a1-\u00ac\u00ae-\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u21ff\u2295-\u22ff\u2500-\u25fc\u2713\u2715]*$/;

interface Cell {
  style: string;
  character: string;
}

/** The columns that have changed; the complete line if it has characters of disputed width. */
export function changeOf(shown: string | undefined, next: string) {
  const [before, after] = [cellsOf(shown ?? ''), cellsOf(next)];
  if (shown === undefined || ![before, after].every(areNarrow)) return {column: 0, text: next, keepsRest: false};
  const isNew = ({style, character}: Cell, column: number) =>
    style !== before[column]?.style || character !== before[column]?.character;
  const first = after.findIndex(isNew);
  const column = first < 0 ? after.length : first;
  const keepsRest = before.length === after.length;
  const end = keepsRest ? after.findLastIndex(isNew) + 1 : after.length;
  return {column, text: textOf(after.slice(column, end)), keepsRest};
}

function areNarrow(cells: readonly Cell[]): boolean {
  return NARROW.test(cells.map(({character}) => character).join(''));
}

/** Supports palette colours only: each is one number, and another number ends it. */
function cellsOf(line: string): Cell[] {
  let style = '';
  let depth = 0;
  return line.split(STYLE).flatMap((part) => {
    if (!STYLE.test(part)) return part.split('').map((character) => ({style, character}));
    const codes = part.startsWith('\u001B]') ? [] : part.slice(2, -1).split(';');
    if (codes.length === 0) depth += part === LINK_END ? -1 : 1;
    for (const code of codes) depth += ENDS_STYLE.test(code) ? -1 : 1;
    style = depth === 0 ? '' : style + part;
    return [];
  });
}

function textOf(cells: readonly Cell[]): string {
  let [text, last] = ['', ''];
  for (const {style, character} of [...cells, {style: '', character: ''}]) {
    if (style !== last) text += (last === '' ? '' : endOf(last)) + style;
    text += character;
    last = style;
  }
  return text;
}

function endOf(style: string): string {
  return style.includes('\u001B]') ? STYLES_END + LINK_END : STYLES_END;
}
