import {cleanText} from '../../services/model/clean.ts';
import type {Tone} from '../theme.ts';
import {truncate, widthOf} from './width.ts';

/** A piece of one line in one style. */
export interface Segment {
  text: string;
  tone?: Tone;
  bold?: boolean;
  dim?: boolean;
  /** A sign that repeats what the words say: not read aloud. */
  decor?: boolean;
}

export type LineContent = string | readonly Segment[];

export function segmentsOf(content: LineContent): readonly Segment[] {
  return typeof content === 'string' ? [{text: content}] : content;
}

export function lineWidth(content: LineContent): number {
  return segmentsOf(content).reduce((sum, {text}) => sum + widthOf(cleanText(text)), 0);
}

/** The beginning of a line that fits in `width` columns, its cut marked with an ellipsis. */
export function clipLine(content: LineContent, width: number, ellipsis: string): Segment[] {
  const kept: Segment[] = [];
  let left = width;
  for (const segment of segmentsOf(content)) {
    const text = cleanText(segment.text);
    const used = widthOf(text);
    if (used <= left) {
      kept.push({...segment, text});
      left -= used;
      continue;
    }
    kept.push({...segment, text: truncate(text, left, 'end', ellipsis)});
    break;
  }
  return kept;
}

/** A line as it is read aloud. */
export function spokenText(content: LineContent): string {
  const told = segmentsOf(content).filter(({decor}) => !decor);
  return told.map(({text}) => cleanText(text)).join('');
}
