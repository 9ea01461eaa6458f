import stringWidth from 'string-width';
import {cleanLines, cleanText} from '../../services/model/clean.ts';
import {graphemes, pad, type Size, takeStart, widthOf, wrap} from '../../services/text/width.ts';
import type {Glyphs, Tone} from '../theme.ts';

export interface Segment {
  text: string;
  tone?: Tone;
  bold?: boolean;
  dim?: boolean;
  /** A web page whose address the app itself builds. It becomes a link if the terminal shows links. */
  page?: string;
  decor?: boolean;
  /** True for a line that gets no margin, because selecting several lines would copy the margin, too. */
  flush?: boolean;
}

export interface Sign {
  glyph: keyof Glyphs;
  tone?: Tone;
}

export function signSegment({glyph, tone}: Sign, glyphs: Glyphs): Segment {
  return {text: `${glyphs[glyph]} `, tone, bold: true, decor: true};
}

export type LineContent = string | readonly Segment[];

export function segmentsOf(content: LineContent): readonly Segment[] {
  return typeof content === 'string' ? [{text: content}] : content;
}

export function lineWidth(content: LineContent): number {
  return segmentsOf(content).reduce((sum, {text}) => sum + widthOf(cleanText(text)), 0);
}

export function clipLine(content: LineContent, width: number, ellipsis: string): Segment[] {
  const pieces = segmentsOf(content).map((segment) => ({...segment, text: cleanText(segment.text)}));
  if (lineWidth(pieces) <= width) return pieces;
  if (width < 1) return [];
  const kept: Segment[] = [];
  let left = width - 1;
  for (const piece of pieces) {
    const used = widthOf(piece.text);
    if (used > left) return [...kept, {...piece, text: takeStart(piece.text, left) + ellipsis}];
    kept.push(piece);
    left -= used;
  }
  return kept;
}

/** Marks the selected row for a screen reader. By this mark, the linear stream sees that only the selection moved. */
export const SELECTED = ', selected';

export function spokenRow(place: number, text: string, isSelected: boolean): string {
  return `${place + 1}. ${text}${isSelected ? SELECTED : ''}`;
}

export function spokenText(content: LineContent): string {
  return segmentsOf(content)
    .map(({text, decor}) => (decor ? '' : cleanText(text)))
    .join('');
}

export const FILLER = '\ufdd0';

/** Pads text so that Ink counts as many columns as `widthOf`. All text from outside passes through here. */
export function filled(text: string): string {
  if (widthOf(text) === stringWidth(text)) return text;
  return graphemes(text)
    .map((grapheme) => grapheme + FILLER.repeat(Math.max(0, widthOf(grapheme) - stringWidth(grapheme))))
    .join('');
}

export type Fact = readonly [name: string, value: string];

const MIN_VALUE = 8;

export function factLines(facts: readonly Fact[], width: number): LineContent[] {
  const names = Math.max(0, ...facts.map(([name]) => widthOf(name))) + 2;
  return facts.flatMap(([name, value]) =>
    behind({text: pad(name, names), dim: true}, wrap(value, Math.max(MIN_VALUE, width - names))),
  );
}

export function firstLines(text: string, width: number, most: number, ellipsis: string): string[] {
  const lines = wrap(cleanLines(text), width);
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), `${takeStart(lines[most - 1] ?? '', width - 2)} ${ellipsis}`];
}

export function behind(lead: Segment, lines: readonly LineContent[]): LineContent[] {
  const blank = {...lead, text: ' '.repeat(widthOf(lead.text))};
  return lines.map((line, index) => [index === 0 ? lead : blank, ...segmentsOf(line)]);
}

export function indented(lines: readonly LineContent[], margin: string): LineContent[] {
  return lines.map(segmentsOf).map((line) => (line[0]?.flush ? line : [{text: margin}, ...line]));
}

export function dimmed(lines: readonly LineContent[]): LineContent[] {
  return lines.map((line) => segmentsOf(line).map((segment) => ({...segment, dim: true})));
}

export function signedLines(
  {sign, tone, bold}: Pick<Segment, 'tone' | 'bold'> & {sign: string},
  text: string,
  width: number,
): LineContent[] {
  const lines = wrap(text, width - 2).map((line) => [{text: line, bold}]);
  return behind({text: `${sign} `, tone, bold: true}, lines);
}

export const NOTE = {sign: '!', tone: 'busy'} as const;

export function noteLines(text: string, width: number): LineContent[] {
  return signedLines(NOTE, text, width);
}

export function commandLines(command: string, width: number): LineContent[] {
  return [[{text: 'Equivalent command:', dim: true}], ...commandText(command, width)];
}

/** Ends each line except the last, so that a shell reads the lines as one command. */
const CONTINUES: Segment = {text: ' \\', dim: true, decor: true};

export function commandText(command: string, width: number): LineContent[] {
  const flush = command.includes('\n');
  return command.split('\n').flatMap((text) => {
    const lines = widthOf(text) <= width ? [text] : wrap(text, width - 4);
    return lines.map((line, index) => [
      {text: index > 0 && !flush ? `  ${line}` : line, flush},
      ...(index < lines.length - 1 ? [CONTINUES] : []),
    ]);
  });
}

const MARGIN = 2;

export function paragraphs(texts: readonly LineContent[], {columns, rows}: Size): readonly LineContent[] {
  const width = columns - 2 * MARGIN;
  const lines = texts.flatMap((text): LineContent[] => (typeof text === 'string' ? hanging(text, width) : [text]));
  const shown = lines.length <= rows ? lines : lines.filter((line) => line !== '');
  return shown.flatMap((line) => (line === '' ? [''] : indented([line], ' '.repeat(MARGIN))));
}

function hanging(text: string, width: number): string[] {
  const indent = /^.{0,12} {2,}/.exec(text)?.[0].length ?? 0;
  const [first = '', ...rest] = wrap(text.slice(indent), width - indent);
  return [text.slice(0, indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)];
}
