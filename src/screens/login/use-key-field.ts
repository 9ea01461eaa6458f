import {useRef} from 'react';
import {type PastedKey, readPastedKey} from '../../app/session/pasted-key.ts';
import type {Form} from '../form/use-form.ts';
import {usePathField} from '../form/use-path-field.ts';
import type {KeyPress} from '../input/keyboard.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';

export const KEY_FIELD = 'private-key';

/** For this many milliseconds after a pasted key, line breaks still belong to the paste. */
const PASTE_TAIL = 200;

export interface PastedText {
  pem: string;
  key: PastedKey;
}

interface Options {
  pasted: PastedText | undefined;
  setPasted(pasted: PastedText | undefined): void;
  active: boolean;
}

/** Takes a path, which Tab completes, or a key, which is never shown. A key pasted into another field moves here. */
export function useKeyField(form: Form, {pasted, setPasted, active}: Options) {
  const tailUntil = useRef(0);
  const focused = active && form.focus === KEY_FIELD;
  const text = form.values[KEY_FIELD] ?? '';
  const unfinished = pasted?.key.unfinished ? pasted.pem : undefined;

  const setText = (next: string) => {
    setPasted(undefined);
    form.set(KEY_FIELD, next);
  };
  const setKey = (pem: string, key: PastedKey) => {
    const place = (name: string) => form.fields.findIndex((field) => field.name === name);
    if (form.focus !== KEY_FIELD) form.move(place(KEY_FIELD) - place(form.focus));
    setPasted({pem, key});
    form.set(KEY_FIELD, key.label);
    if (key.refusal && !key.unfinished) form.fail(key.refusal, KEY_FIELD);
  };
  const set = (name: string, next: string) => {
    // The label of a key cannot be edited. Typing replaces it.
    const label = name === KEY_FIELD ? pasted?.key.label : undefined;
    const typed = label === undefined ? next : next.startsWith(label) ? next.slice(label.length) : '';
    const key = readPastedKey(typed);
    if (key) setKey(typed, key);
    else if (name === KEY_FIELD) setText(typed);
    else form.set(name, next);
  };

  const {complete, under} = usePathField(text, {set: setText, moveOn: () => form.move(1)});
  useKeys([], {
    active: focused,
    rank: RANK.formField,
    onKey({id, at = 0}) {
      if (id === 'tab' && text !== '' && !pasted) complete();
      else if (id !== 'enter' || at >= tailUntil.current) return false;
      return true;
    },
  });

  // Without bracketed paste, a key arrives line by line, and each line ends with an Enter.
  const takeLine = (key: KeyPress): boolean => {
    const added = key.id === 'enter' ? '\n' : key.text;
    if (unfinished === undefined || (added === undefined && key.id !== 'backspace')) return false;
    const pem = unfinished + (added ?? '');
    const read = key.id === 'backspace' ? undefined : readPastedKey(pem);
    if (!read) {
      setText('');
      return true;
    }
    setKey(pem, read);
    // The time of arrival counts, because on a busy machine a line break is handled long after it arrived.
    if (!read.unfinished) tailUntil.current = (key.at ?? 0) + PASTE_TAIL;
    return true;
  };
  useKeys([], {active: focused && unfinished !== undefined, rank: RANK.paste, takesText: true, onKey: takeLine});

  return {...form, set, hidesKeys: true, under: focused ? under : undefined};
}
