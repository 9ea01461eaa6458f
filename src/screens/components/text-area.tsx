import {Box, Text} from 'ink';
import {useRef} from 'react';
import {useDisplay} from '../context/display.ts';
import type {KeyPress} from '../input/key-press.ts';
import type {Edited} from './edit.ts';
import {editLines, rowOf, shownText, visualRows} from './edit-lines.ts';
import {scrollTo} from './list-state.ts';
import {WithCursor} from './text-field.tsx';
import {useEditing} from './use-editing.ts';

interface TextAreaProps {
  value: string;
  onChange(value: string): void;
  /** The most characters that may be sent; twice as many can be edited. */
  limit: number;
  width: number;
  height: number;
}

/** Enter breaks a line; Esc, Tab and submitting are left to the parent. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <Text key={index} wrap="truncate">
          {!screenReader && row === rows[at] ? (
            <WithCursor
              before={shownText(text, row.start, cursor)}
              rest={shownText(text, cursor, row.end)}
              width={width}
            />
          ) : (
            shownText(text, row.start, row.end).join('') || ' '
          )}
        </Text>
      ))}
    </Box>
  );
}
