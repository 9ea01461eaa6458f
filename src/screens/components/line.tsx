import {Text} from 'ink';
import {memo} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {useApp} from '../app-context.ts';
import {truncate, widthOf} from '../text/width.ts';
import type {Tone} from '../theme.ts';

/** A piece of one line in one style. */
export interface Segment {
  text: string;
  tone?: Tone;
  bold?: boolean;
  dim?: boolean;
  underline?: boolean;
  inverse?: boolean;
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

/** One line of text: cleaned, never wrapped, cut at `width` columns. Nothing from outside reaches Ink except through this. */
export const Line = memo(function Line({content, width}: {content: LineContent; width: number}) {
  const {theme, screenReader} = useApp();
  const segments = screenReader
    ? segmentsOf(content)
        .filter(({decor}) => !decor)
        .map((segment) => ({...segment, text: cleanText(segment.text)}))
    : clipLine(content, width, theme.glyphs.ellipsis);
  // Ink gives an empty text no line at all.
  if (!screenReader && segments.every(({text}) => text === '')) return <Text> </Text>;
  return (
    <Text wrap={screenReader ? 'wrap' : 'truncate'}>
      {segments.map(({text, tone, bold, dim, underline, inverse}, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the line
        <Text key={index} color={theme.color(tone)} bold={bold} dimColor={dim} underline={underline} inverse={inverse}>
          {text}
        </Text>
      ))}
    </Text>
  );
});
