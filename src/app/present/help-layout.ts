import {pad, widthOf, wrap} from '../../services/text/width.ts';

/** A text that is broken at its blanks, or what is laid out in a way of its own. */
export type Block = string | ((width: number) => string[]);
export type Row = readonly [left: string, right: string, names?: readonly string[]];

export function laidOut(blocks: readonly Block[], width: number): string[] {
  return blocks.flatMap((block) => (typeof block === 'string' ? broken(block, width) : block(width)));
}

/** At blanks, but within no quoted command: it is copied in one piece. */
function broken(text: string, width: number): string[] {
  const whole = text.replace(/'tool [^']*'/g, (command) => command.replaceAll(' ', '\u00a0'));
  return wrap(whole, width).map((line) => line.replaceAll('\u00a0', ' '));
}

const USAGE = 'Usage: ';

export function usage(words: string): Block {
  return (width) => wrap(words, width - USAGE.length).map((text, line) => (line === 0 ? USAGE : '       ') + text);
}

export function rows(all: readonly Row[]): Block {
  return (width) => all.flatMap((row) => rowLines(row, width));
}

const HANGING = 27;

function rowLines([left, right, names]: Row, width: number): string[] {
  const start = `  ${left}`;
  const [first = '', ...rest] = broken(right, width - HANGING);
  const lines =
    widthOf(start) + 2 <= HANGING
      ? [pad(start, HANGING) + first, ...rest.map(hung)]
      : [start, hung(first), ...rest.map(hung)];
  return names ? [...lines, ...inColumns(names, HANGING)(width)] : lines;
}

const hung = (text: string) => ' '.repeat(HANGING) + text;

/** Short names, down, then across, where two columns fit; else further to the left. */
export function inColumns(names: readonly string[], indent: number) {
  const cell = Math.max(...names.map(widthOf)) + 2;
  return (width: number): string[] => {
    const countFrom = (from: number) => Math.floor((width - from + 2) / cell);
    const from = countFrom(indent) > 1 ? indent : 4;
    const height = Math.ceil(names.length / Math.max(1, countFrom(from)));
    return names.slice(0, height).map((_, row) => {
      const cells = names.filter((__, index) => index % height === row).map((name) => pad(name, cell));
      return ' '.repeat(from) + cells.join('').trimEnd();
    });
  };
}

const PHRASE = /(?:--[\w-]+ (?!--))?(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

export function example(text: string): Block {
  return (width) => {
    if (text.length + 2 <= width) return [`  ${text}`];
    const lines: string[] = [];
    let line = ' ';
    for (const phrase of text.match(PHRASE) ?? []) {
      if (line.length + 1 + phrase.length + 2 > width && line.trim() !== '') {
        lines.push(`${line} \\`);
        line = '   ';
      }
      line += ` ${phrase}`;
    }
    return [...lines, line];
  };
}
