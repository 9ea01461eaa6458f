import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useRef, useState} from 'react';
import {cleanText, isKeyIncomplete, looksLikeKey} from '../../services/model/clean.ts';
import {takeEnd, takeStart, truncate, widthOf} from '../../services/text/width.ts';
import {useDisplay} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {KeyPress} from '../input/keyboard.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import {filled} from '../text/lines.ts';
import {type Edited, edit, edited, textOf} from './edit.ts';

interface TextFieldProps {
  value: string;
  onChange(value: string): void;
  focus: boolean;
  width: number;
  placeholder?: string;
  hidesKeys?: boolean;
}

const MAX_LENGTH = 16_384;

/**
 * ink-text-input draws the unfocused field only: it loses keys that arrive in one read, and knows neither wide
 * characters nor a shell's editing keys (Ctrl+A E U K W, words). Enter, Esc, Tab, up and down are left to the parent.
 */
export function TextField({value, onChange, focus, width, placeholder = '', hidesKeys = false}: TextFieldProps) {
  const {theme, screenReader} = useDisplay();
  const {current, note} = useEditing({value, onChange, active: focus, most: MAX_LENGTH, hidesKeys, apply: edit});

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
  return <WithCursor before={drawn.slice(0, cursor)} rest={drawn.slice(cursor)} width={width} dim={isEmpty} />;
}

interface WithCursorProps {
  before: readonly string[];
  rest: readonly string[];
  width: number;
  dim?: boolean;
}

export function WithCursor({before, rest, width, dim = false}: WithCursorProps) {
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
  setQuery(query: string): void;
}

const MIN_FIELD = 10;
const COUNT_WIDTH = 50;

export function SearchLine({query, open, count, setQuery}: SearchLineProps) {
  const {size} = useDisplay();
  return (
    <Box>
      <Text bold>/</Text>
      <TextField
        value={query}
        onChange={setQuery}
        focus={open}
        width={Math.max(MIN_FIELD, size.columns - COUNT_WIDTH)}
      />
      <Text dimColor>{`  ${count}${open ? '' : ', Esc shows all'}`}</Text>
    </Box>
  );
}

interface EditingOptions {
  value: string;
  onChange(value: string): void;
  active?: boolean;
  most: number;
  hidesKeys?: boolean;
  apply(state: Edited, key: KeyPress): Edited | undefined;
}

export function useEditing({value, onChange, active = true, most, hidesKeys = false, apply}: EditingOptions) {
  const {toast} = useShell();
  const [state, setState] = useState(() => edited(value));
  const current = textOf(state) === value ? state : edited(value);
  const latest = useRef(current);
  latest.current = current;
  const {refuses, note} = useKeyGuard(active && !hidesKeys);
  useKeys([], {
    active,
    rank: RANK.field,
    takesText: true,
    onKey(key) {
      const added = key.text?.length ?? 0;
      if (latest.current.text.length + added > most) {
        toast(`Not inserted: ${added} characters exceed the limit here (${most})`, 'bad');
        return true;
      }
      const next = apply(latest.current, key);
      if (!next) return false;
      const text = textOf(next);
      if (!hidesKeys && refuses(text)) return true;
      latest.current = next;
      setState(next);
      if (text !== value) onChange(text);
      return true;
    },
  });
  return {current, note};
}

/**
 * Keeps private keys out of a field that shows its text. Without paste markers a key arrives line by line, each with an
 * Enter: all of it is dropped, up to its END line or a key that is not text.
 */
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
