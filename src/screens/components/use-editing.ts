import {useRef, useState} from 'react';
import {isKeyIncomplete, looksLikeKey} from '../../services/model/clean.ts';
import {useShell} from '../context/shell.ts';
import type {KeyPress} from '../input/key-press.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import {type Edited, edited, textOf} from './edit.ts';

interface EditingOptions {
  value: string;
  onChange(value: string): void;
  active?: boolean;
  /** The most characters the field holds, far more than it sends. */
  most: number;
  /** The parent hides private keys pasted into the field. */
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
      // The line break after its last line is dropped too.
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
