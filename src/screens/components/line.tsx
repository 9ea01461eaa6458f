import {Box, Text, Transform} from 'ink';
import {memo, useState} from 'react';
import {linked} from '../../app/present/formats.ts';
import {useDisplay} from '../context/services.ts';
import type {Toast} from '../context/shell.ts';
import {
  behind,
  clipLine,
  filled,
  firstLines,
  type LineContent,
  lineWidth,
  type Segment,
  segmentsOf,
  spokenText,
} from '../text/lines.ts';
import type {Glyphs, Tone} from '../theme.ts';
import {movementKeys} from './movement-keys.ts';

/** Cleans the content, and cuts it at `width` columns. Untrusted text reaches Ink only through this component. */
export function Line({content, width}: {content: LineContent; width: number}) {
  const {theme, screenReader} = useDisplay();
  if (screenReader) return <Text wrap="wrap">{spokenText(content)}</Text>;
  return <DrawnLine segments={clipLine(content, width, theme.glyphs.ellipsis)} />;
}

/** The line is clean already and fits. Memoised, because most lines of a frame do not change. */
export const DrawnLine = memo(
  function DrawnLine({segments}: {segments: readonly Segment[]}) {
    const {theme} = useDisplay();
    const parts = joined(segments);
    if (parts.length === 0) return <Text> </Text>;
    return (
      <Text wrap="truncate">
        {parts.map(({text, tone, bold, dim, page}, index) => {
          const part = (
            <Text key={index} color={theme.color(tone)} bold={bold} dimColor={dim}>
              {filled(text)}
            </Text>
          );
          if (page === undefined || !theme.links) return part;
          return (
            <Transform key={index} transform={(shown) => linked(shown, page)}>
              {part}
            </Transform>
          );
        })}
      </Text>
    );
  },
  (before, after) => JSON.stringify(before.segments) === JSON.stringify(after.segments),
);

function joined(segments: readonly Segment[]): Segment[] {
  const parts: Segment[] = [];
  for (const segment of segments) {
    const last = parts.at(-1);
    if (segment.text === '') continue;
    if (last && looksLike(last, segment)) parts.splice(-1, 1, {...last, text: last.text + segment.text});
    else parts.push(segment);
  }
  return parts;
}

function looksLike(one: Segment, other: Segment): boolean {
  return (
    one.tone === other.tone &&
    Boolean(one.bold) === Boolean(other.bold) &&
    Boolean(one.dim) === Boolean(other.dim) &&
    one.page === other.page
  );
}

function toastSign(tone: Tone | undefined, glyphs: Glyphs): Segment {
  const text = {good: glyphs.ok, busy: glyphs.blocked, bad: glyphs.rejected, accent: ''}[tone ?? 'accent'];
  return {text: text === '' ? '' : `${text} `, tone, bold: true, decor: true};
}

export function toastSegments({text, tone}: Toast, glyphs: Glyphs): Segment[] {
  return [toastSign(tone, glyphs), {text, bold: true}];
}

export function ToastLines({toast: {text, tone}, below}: {toast: Toast; below?: (lines: number) => number}) {
  const {size, theme} = useDisplay();
  const {columns, rows} = size;
  const sign = toastSign(tone, theme.glyphs);
  const room = columns - 2 - sign.text.length;
  const texts = firstLines(text, room, rows - 5, theme.glyphs.ellipsis);
  const lines = behind(
    {...sign, text: ` ${sign.text}`},
    texts.map((line) => [{text: line, bold: true}]),
  );
  return (
    <Box position="absolute" top={(below?.(lines.length) ?? rows - 1) - lines.length}>
      <Lines
        lines={lines.map((line) => [...segmentsOf(line), {text: ' '.repeat(columns - lineWidth(line))}])}
        width={columns}
      />
    </Box>
  );
}

export function Lines({lines, width}: {lines: readonly LineContent[]; width: number}) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, index) => (
        <Line key={index} content={line} width={width} />
      ))}
    </Box>
  );
}

const LABELS = {down: 'scroll down', up: 'scroll up', start: 'start', end: 'end'};

export function useScroll(count: number, height: number) {
  const [wanted, setTop] = useState(0);
  const last = Math.max(0, count - height);
  const top = Math.min(wanted, last);
  const go = (to: number) => setTop(Math.max(0, Math.min(last, to)));
  const more: 'pagedown' | 'pageup' | undefined = last === 0 ? undefined : top < last ? 'pagedown' : 'pageup';
  const keys = movementKeys({
    labels: LABELS,
    page: height,
    shown: more ? 'help' : 'none',
    bySpace: true,
    step: (by) => go(top + by),
    toStart: () => go(0),
    toEnd: () => go(last),
  });
  return {top, more, keys};
}
