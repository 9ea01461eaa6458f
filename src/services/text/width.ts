import stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e]*$/;
let segmenter: Intl.Segmenter | undefined;

export function graphemes(text: string): string[] {
  if (PLAIN.test(text)) return text.split('');
  segmenter ??= new Intl.Segmenter('en', {granularity: 'grapheme'});
  return Array.from(segmenter.segment(text), ({segment}) => segment);
}

/** Scripts of South and Southeast Asia, whose clusters most terminals draw letter by letter, each in its own column. */
const STACKED = /[\u0900-\u109f\u1700-\u17ff\u1900-\u1cff\ua800-\ua95f\ua980-\uabff]/;

export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  if (!STACKED.test(text)) return stringWidth(text);
  const total = (parts: string[], width: (part: string) => number) => parts.reduce((sum, part) => sum + width(part), 0);
  return total(graphemes(text), (cluster) => {
    const letters = STACKED.test(cluster) ? total([...cluster], stringWidth) : 0;
    return Math.max(stringWidth(cluster), letters);
  });
}

export function takeStart(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, Math.max(0, width));
  return fitting(graphemes(text), width).join('');
}

export function takeEnd(text: string, width: number): string {
  if (PLAIN.test(text)) return width <= 0 ? '' : text.slice(-width);
  return fitting(graphemes(text).reverse(), width).reverse().join('');
}

function fitting(parts: string[], width: number): string[] {
  let used = 0;
  const end = parts.findIndex((part) => {
    used += widthOf(part);
    return used > width;
  });
  return end < 0 ? parts : parts.slice(0, end);
}

export type Cut = 'end' | 'middle';

export function truncate(text: string, width: number, cut: Cut = 'end', ellipsis = '…'): string {
  if (widthOf(text) <= width) return text;
  if (width <= 1) return width === 1 ? ellipsis : '';
  if (cut === 'end') return takeStart(text, width - 1) + ellipsis;
  const tail = Math.floor((width - 1) / 2);
  return takeStart(text, width - 1 - tail) + ellipsis + takeEnd(text, tail);
}

export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const blank = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + blank : blank + text;
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const joined = line === '' ? word : `${line} ${word}`;
      if (widthOf(joined) <= width) {
        line = joined;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const piece of pieces(word, width)) {
        if (line !== '') lines.push(line);
        line = piece;
      }
    }
    lines.push(line);
  }
  return lines;
}

function pieces(word: string, width: number): string[] {
  if (width <= 0 || widthOf(word) <= width) return [word];
  if (PLAIN.test(word)) return word.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  const found: string[] = [];
  let [piece, used] = ['', 0];
  for (const grapheme of graphemes(word)) {
    const more = widthOf(grapheme);
    if (piece !== '' && used + more > width) {
      found.push(piece);
      [piece, used] = ['', 0];
    }
    piece += grapheme;
    used += more;
  }
  return [...found, piece];
}

/** Returns a list such as `fr-FR, ja +5`: as many names as fit, but at least one. */
export function someOf(names: readonly string[], fits: (text: string) => boolean): string {
  const text = (count: number) => {
    const rest = names.length - count;
    return names.slice(0, count).join(', ') + (rest > 0 ? ` +${rest}` : '');
  };
  let count = names.length;
  while (count > 1 && !fits(text(count))) count -= 1;
  return text(count);
}

export interface Size {
  columns: number;
  rows: number;
}
