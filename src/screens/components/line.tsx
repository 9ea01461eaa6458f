import {Text} from 'ink';
import {memo} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {useLook} from '../context/look.ts';
import {clipLine, type LineContent, segmentsOf} from '../text/line-content.ts';

/** One line of text: cleaned, never wrapped, cut at `width` columns. Nothing from outside reaches Ink except through this. */
export const Line = memo(function Line({content, width}: {content: LineContent; width: number}) {
  const {theme, screenReader} = useLook();
  const segments = screenReader
    ? segmentsOf(content)
        .filter(({decor}) => !decor)
        .map((segment) => ({...segment, text: cleanText(segment.text)}))
    : clipLine(content, width, theme.glyphs.ellipsis);
  // Ink gives an empty text no line at all.
  if (!screenReader && segments.every(({text}) => text === '')) return <Text> </Text>;
  return (
    <Text wrap={screenReader ? 'wrap' : 'truncate'}>
      {segments.map(({text, tone, bold, dim}, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the line
        <Text key={index} color={theme.color(tone)} bold={bold} dimColor={dim}>
          {text}
        </Text>
      ))}
    </Text>
  );
});
