import {Box, Text, Transform} from 'ink';
import {linked} from '../../app/present/links.ts';
import {useDisplay} from '../context/display.ts';
import {clipLine, type LineContent, type Segment, spokenText} from '../text/line-content.ts';

/** Cleaned, never wrapped, cut at `width` columns. Untrusted text reaches Ink only through this. */
export function Line({content, width}: {content: LineContent; width: number}) {
  const {theme, screenReader} = useDisplay();
  if (screenReader) return <Text wrap="wrap">{spokenText(content)}</Text>;
  return <DrawnLine segments={clipLine(content, width, theme.glyphs.ellipsis)} />;
}

/** For a line that is clean and fits, e.g. made by clipLine. */
export function DrawnLine({segments}: {segments: readonly Segment[]}) {
  const {theme} = useDisplay();
  // Ink gives an empty text no line.
  if (segments.every(({text}) => text === '')) return <Text> </Text>;
  return (
    <Text wrap="truncate">
      {segments.map(({text, tone, bold, dim, page}, index) => {
        const style = {color: theme.color(tone), bold, dimColor: dim};
        return page !== undefined && theme.links ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the line
          <Transform key={index} transform={(part) => linked(part, page)}>
            <Text {...style}>{text}</Text>
          </Transform>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the line
          <Text key={index} {...style}>
            {text}
          </Text>
        );
      })}
    </Text>
  );
}

export function Lines({lines, width}: {lines: readonly LineContent[]; width: number}) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Line key={index} content={line} width={width} />
      ))}
    </Box>
  );
}
