import chalk from 'chalk';
import {Box, Text} from 'ink';
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
import type {Glyphs, Theme, Tone} from '../theme.ts';
import {movementKeys} from './movement-keys.ts';

/** Cleans the content and, except for screen readers, cuts it at `width`. Untrusted text must pass through here. */
export function Line({content, width}: {content: LineContent; width: number}) {
  const {theme, screenReader} = useDisplay();
  if (screenReader) return <Text wrap="wrap">{spokenText(content)}</Text>;
  return <DrawnLine segments={clipLine(content, width, theme.glyphs.ellipsis)} />;
}

/**
 * Draws a line that is already clean and fits. It is a single `<Text>`, because one element for each segment is slow.
 * It is memoised, because most lines of a frame do not change.
 */
export const DrawnLine = memo(
  function DrawnLine({segments}: {segments: readonly Segment[]}) {
    const {theme} = useDisplay();
    return <Text wrap="truncate">{segments.map((segment) => styled(segment, theme)).join('') || ' '}</Text>;
  },
  (before, after) => JSON.stringify(before.segments) === JSON.stringify(after.segments),
);

function styled({text, tone, bold = false, dim = false, page}: Segment, {color, links}: Theme): string {
  let shown = filled(text);
  const name = color(tone);
  if (dim) shown = chalk.dim(shown);
  if (name) shown = chalk[name](shown);
  if (bold) shown = chalk.bold(shown);
  return linked(shown, links ? page : undefined);
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
