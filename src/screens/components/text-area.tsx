import {Box, Text} from 'ink';
import {useRef, useState} from 'react';
import {useDisplay} from '../context/display.ts';
import {useShell} from '../context/shell.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {Glyphs} from '../theme.ts';
import {edited, textOf, tooMuch} from './edit.ts';
import {type EditedLines, editLines, rowOf, shownAs, type VisualRow, visualRows} from './edit-lines.ts';
import {scrollTo} from './list-state.ts';
import {useKeyGuard} from './use-key-guard.ts';

interface TextAreaProps {
  value: string;
  onChange(value: string): void;
  /** What may be sent, in characters: what is longer can be cut, up to twice as much. */
  limit: number;
  width: number;
  height: number;
}

/** A text of several lines to edit. Enter breaks a line; Esc, Tab and what ends it are left to whoever holds it. */
export function TextArea({value, onChange, limit, width, height}: TextAreaProps) {
  const {theme, screenReader} = useDisplay();
  const {toast} = useShell();
  const [state, setState] = useState<EditedLines>(() => edited(value));
  const current = textOf(state) === value ? state : edited(value);
  const latest = useRef(current);
  latest.current = current;
  const top = useRef(0);
  const {refuses, note} = useKeyGuard(true);
  useKeys([], {
    rank: RANK.field,
    takesText: true,
    onKey: (key) => {
      const refusal = tooMuch(latest.current, key, 2 * limit);
      if (refusal !== undefined) {
        toast(refusal, 'bad');
        return true;
      }
      const next = editLines(latest.current, key, {width, height});
      if (!next) return false;
      const text = textOf(next);
      if (refuses(text)) return true;
      latest.current = next;
      setState(next);
      onChange(text);
      return true;
    },
  });

  if (note !== undefined) return <Text color={theme.color('bad')}>{note}</Text>;
  const {text, cursor} = current;
  const rows = visualRows(text, width);
  const at = rowOf(rows, cursor);
  top.current = scrollTo(top.current, at, height, rows.length);
  const shown = screenReader ? rows : rows.slice(top.current, top.current + height);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {shown.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <Text key={index} wrap="truncate">
          {!screenReader && row === rows[at] ? (
            <RowWithCursor text={text} row={row} cursor={cursor} glyphs={theme.plain ? theme.glyphs : undefined} />
          ) : (
            shownText(text, row.start, row.end) || ' '
          )}
        </Text>
      ))}
    </Box>
  );
}

interface RowWithCursorProps {
  text: readonly string[];
  row: VisualRow;
  cursor: number;
  /** Without styles, the cursor is a character of its own. */
  glyphs: Glyphs | undefined;
}

function RowWithCursor({text, row: {start, end}, cursor, glyphs}: RowWithCursorProps) {
  const before = shownText(text, start, cursor);
  if (glyphs) return <Text>{before + glyphs.caret + shownText(text, cursor, end)}</Text>;
  const under = cursor < end ? shownText(text, cursor, cursor + 1) : ' ';
  return (
    <Text>
      {before}
      <Text inverse>{under}</Text>
      {shownText(text, cursor + 1, end)}
    </Text>
  );
}

function shownText(text: readonly string[], start: number, end: number): string {
  return text.slice(start, end).map(shownAs).join('');
}
