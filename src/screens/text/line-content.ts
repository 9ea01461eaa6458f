import stringWidth from 'string-width';
import {cleanText} from '../../services/model/clean.ts';
import {graphemes, takeStart, widthOf} from '../../services/text/width.ts';
import type {Glyphs, Tone} from '../theme.ts';

export interface Segment {
  text: string;
  tone?: Tone;
  bold?: boolean;
  dim?: boolean;
  /** A web page whose address the app itself builds. It becomes a link where the terminal shows links. */
  page?: string;
  decor?: boolean;
  /** Its line gets no margin, which a selection of several lines would include. */
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

export function spokenText(content: LineContent): string {
  return segmentsOf(content)
    .map(({text, decor}) => (decor ? '' : cleanText(text)))
    .join('');
}

export const FILLER = '\ufdd0';

/** Pads a text so that Ink counts as many columns as `widthOf`. Any text from outside passes through this. */
export function filled(text: string): string {
  if (widthOf(text) === stringWidth(text)) return text;
  return graphemes(text)
    .map((grapheme) => grapheme + FILLER.repeat(Math.max(0, widthOf(grapheme) - stringWidth(grapheme))))
    .join('');
}
