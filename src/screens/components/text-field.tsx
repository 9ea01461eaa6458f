import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useRef, useState} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {isKeyIncomplete, looksLikeKey} from '../../services/model/key-text.ts';
import {takeEnd, takeStart, truncate, widthOf} from '../../services/text/width.ts';
import {useDisplay} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {KeyPress} from '../input/keyboard.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import {filled} from '../text/lines.ts';
import {type Edited, edit, edited, editLines, rowOf, shownText, textOf, visualRows} from './edit.ts';
import {scrollTo} from './list-model.ts';

interface TextFieldProps {
  value: string;
  onChange(value: string): void;
  focus: boolean;
  width: number;
  placeholder?: string;
  /** This value counts as selected until it is edited, so typed text replaces it. */
  proposed?: string;
  hidesKeys?: boolean;
}

const MAX_LENGTH = 16_384;

/**
 * Draws the field. Only the unfocused field uses ink-text-input, which loses keys that arrive in one read, and supports
 * neither wide characters nor a shell's editing keys.
 */
export function TextField(props: TextFieldProps) {
  const {value, onChange, focus, width, placeholder = '', proposed, hidesKeys = false} = props;
  const {theme, screenReader} = useDisplay();
  const options = {value, onChange, active: focus, most: MAX_LENGTH, proposed, hidesKeys, apply: edit};
  const {current, isSelected, note} = useEditing(options);

  if (note !== undefined) return <Text color={theme.color('bad')}>{takeStart(note, width)}</Text>;
  const shown = current.text.map(cleanText);
  if (screenReader) return <Text>{shown.join('') || placeholder}</Text>;
  if (!focus && shown.length === 0) return <Text dimColor>{takeStart(placeholder, width)}</Text>;
  if (!focus) {
    const text = truncate(shown.join(''), width, 'end', theme.glyphs.ellipsis);
    return <TextInput value={filled(text)} onChange={() => {}} focus={false} />;
  }
  const isEmpty = shown.length === 0;
  const drawn = isEmpty && !theme.plain ? placeholder.split('') : shown;
  const {cursor} = current;
  if (isSelected && !theme.plain) return <Text inverse>{takeEnd(shown.join(''), width)}</Text>;
  return <WithCursor before={drawn.slice(0, cursor)} rest={drawn.slice(cursor)} width={width} dim={isEmpty} />;
}

interface WithCursorProps {
  before: readonly string[];
  rest: readonly string[];
  width: number;
  dim?: boolean;
}

function WithCursor({before, rest, width, dim = false}: WithCursorProps) {
  const {plain, glyphs} = useDisplay().theme;
  const [under = ' ', ...after] = plain ? [glyphs.caret, ...rest] : rest;
  const left = takeEnd(before.join(''), Math.max(0, width - widthOf(under)));
  return (
    <Text>
      {filled(left)}
      <Text inverse={!plain}>{filled(under)}</Text>
      <Text dimColor={dim}>
        {filled(takeStart(after.join(''), Math.max(0, width - widthOf(left) - widthOf(under))))}
      </Text>
    </Text>
  );
}

interface SearchLineProps {
  query: string;
  open: boolean;
  count: string;
  width: number;
  setQuery(query: string): void;
}

const MIN_FIELD = 10;

export function SearchLine({query, open, count, width, setQuery}: SearchLineProps) {
  const remark = `  ${count}${open ? '' : ', Esc shows all'}`;
  return (
    <Box>
      <Text bold>/</Text>
      <TextField
        value={query}
        onChange={setQuery}
        focus={open}
        width={Math.max(MIN_FIELD, width - '/'.length - remark.length)}
      />
      <Text dimColor>{remark}</Text>
    </Box>
  );
}

interface EditingOptions extends Pick<TextFieldProps, 'value' | 'onChange' | 'proposed' | 'hidesKeys'> {
  active?: boolean;
  most: number;
  apply(state: Edited, key: KeyPress): Edited | undefined;
}

function useEditing({value, onChange, active = true, most, proposed, hidesKeys = false, apply}: EditingOptions) {
  const {toast} = useShell();
  const [state, setState] = useState(() => edited(value));
  const current = textOf(state) === value ? state : edited(value);
  const {refuses, note} = useKeyGuard(active && !hidesKeys);
  const isUntouched = useRef(true);
  const isSelected = value !== '' && value === proposed && isUntouched.current;
  useKeys([], {
    active,
    rank: RANK.field,
    takesText: true,
    onKey(key) {
      const added = key.text?.length ?? 0;
      if (current.text.length + added > most) {
        toast(`Not inserted: ${added} characters exceed the limit here (${most})`, 'bad');
        return true;
      }
      const isReplaced = isSelected && (key.id === 'text' || key.id === 'paste');
      const next = apply(isReplaced ? edited('') : current, key);
      if (!next) return false;
      const text = textOf(next);
      if (!hidesKeys && refuses(text)) return true;
      isUntouched.current = false;
      setState(next);
      if (text !== value) onChange(text);
      return true;
    },
  });
  return {current, isSelected, note};
}

/** Drops the rest of a private key that arrives line by line, up to its END line or the next key that types no text. */
function useKeyGuard(active: boolean) {
  const [refused, setRefused] = useState(false);
  const arriving = useRef('');
  useKeys([], {
    active,
    rank: RANK.paste,
    takesText: true,
    onKey({id, text}) {
      const before = arriving.current;
      const added = id === 'enter' ? '\n' : text;
      const isPart = before !== '' && added !== undefined && (isKeyIncomplete(before) || id === 'enter');
      arriving.current = isPart && isKeyIncomplete(before) ? before + added : '';
      setRefused(isPart);
      return isPart;
    },
  });
  return {
    refuses(text: string): boolean {
      if (!looksLikeKey(text)) return false;
      arriving.current = isKeyIncomplete(text) ? text : '';
      setRefused(true);
      return true;
    },
    note: refused ? 'A private key was left out' : undefined,
  };
}

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
