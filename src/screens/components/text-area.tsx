import {Box, Text} from 'ink';
import {useRef} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {widthOf} from '../../services/text/width.ts';
import {useDisplay} from '../context/services.ts';
import type {KeyPress} from '../input/keyboard.ts';
import {filled} from '../text/lines.ts';
import {type Edited, edit, editKey, goTo, insert} from './edit.ts';
import {scrollTo} from './list-model.ts';
import {useEditing, WithCursor} from './text-field.tsx';

interface TextAreaProps {
  value: string;
  onChange(value: string): void;
  limit: number;
  width: number;
  height: number;
}

export function TextArea({value, onChange, limit, width, height}: TextAreaProps) {
  const {theme, screenReader} = useDisplay();
  const top = useRef(0);
  const apply = (state: Edited, key: KeyPress) => editLines(state, key, {width, height});
  const {current, note} = useEditing({value, onChange, most: 2 * limit, apply});

  if (note !== undefined) return <Text color={theme.color('bad')}>{note}</Text>;
  const {text, cursor} = current;
  const rows = visualRows(text, width);
  const at = rowOf(rows, cursor);
  top.current = scrollTo(top.current, at, height, rows.length);
  const shown = screenReader ? rows : rows.slice(top.current, top.current + height);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {shown.map((row, index) => (
        <Text key={index} wrap="truncate">
          {!screenReader && row === rows[at] ? (
            <WithCursor
              before={shownText(text, row.start, cursor)}
              rest={shownText(text, cursor, row.end)}
              width={width}
            />
          ) : (
            filled(shownText(text, row.start, row.end).join('')) || ' '
          )}
        </Text>
      ))}
    </Box>
  );
}

interface Area {
  width: number;
  height: number;
}

function move(state: Edited, by: number, width: number): Edited {
  const {text, cursor} = state;
  const rows = visualRows(text, width);
  const from = rowOf(rows, cursor);
  const goal = state.goal ?? columnsOf(text, rows[from]?.start ?? 0, cursor);
  const to = from + by;
  if (to < 0) return {text, cursor: 0};
  const row = rows[to];
  if (!row) return {text, cursor: text.length};
  return {text, cursor: atColumn(text, row, rows[to + 1], goal), goal};
}

function atColumn(text: readonly string[], row: VisualRow, next: VisualRow | undefined, goal: number): number {
  const last = next?.start === row.end ? row.end - 1 : row.end;
  let at = row.start;
  while (at < last && columnsOf(text, row.start, at + 1) <= goal) at++;
  return at;
}

const LINE_EDITS: Readonly<Record<string, (state: Edited, area: Area) => Edited>> = {
  enter: (state) => insert(state, '\n'),
  up: (state, {width}) => move(state, -1, width),
  down: (state, {width}) => move(state, 1, width),
  pageup: (state, {width, height}) => move(state, -height, width),
  pagedown: (state, {width, height}) => move(state, height, width),
  'ctrl+home': goTo(() => 0),
  'ctrl+end': goTo(({text}) => text.length),
};

export function editLines(state: Edited, key: KeyPress, area: Area): Edited | undefined {
  if (key.id === 'paste') return insert(state, key.text ?? '');
  const lineEdit = LINE_EDITS[editKey(key.id)];
  return lineEdit ? lineEdit(state, area) : edit(state, key);
}

export interface VisualRow {
  start: number;
  end: number;
}

export function shownText(text: readonly string[], start: number, end: number): string[] {
  return text.slice(start, end).map(cleanText);
}

function columnsOf(text: readonly string[], start: number, end: number): number {
  return text.slice(start, end).reduce((sum, character) => sum + widthOf(cleanText(character)), 0);
}

export function visualRows(text: readonly string[], width: number): VisualRow[] {
  const rows: VisualRow[] = [];
  let start = 0;
  let afterBlank = 0;
  let used = 0;
  for (const [index, character] of text.entries()) {
    if (character === '\n') {
      rows.push({start, end: index});
      start = index + 1;
      used = 0;
      continue;
    }
    const isBlank = character === ' ';
    const needed = widthOf(cleanText(character));
    if (used > 0 && used + needed > (isBlank ? width : width - 1)) {
      const end = afterBlank > start && !isBlank ? afterBlank : index;
      rows.push({start, end});
      start = end;
      used = columnsOf(text, start, index);
    }
    used += needed;
    if (isBlank) afterBlank = index + 1;
  }
  rows.push({start, end: text.length});
  return rows;
}

export function rowOf(rows: readonly VisualRow[], cursor: number): number {
  return Math.max(
    0,
    rows.findLastIndex(({start}) => start <= cursor),
  );
}
