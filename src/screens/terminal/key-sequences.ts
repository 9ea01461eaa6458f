import type {KeyPress} from '../input/keyboard.ts';
import {latinKey} from '../input/layouts.ts';

const LETTERS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
};
const CSI_LETTERS: Readonly<Record<string, string>> = {...LETTERS, I: 'focus-in', O: 'focus-out', Z: 'shift+tab'};
const NUMBERS: Readonly<Record<number, string>> = {
  1: 'home',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
};
/** Bits of a modifier field, which holds their sum plus one. Locks (64, 128) change no key. */
const SHIFT = 1;
const ALT = 2 | 8 | 16 | 32;
const CTRL = 4;
const RELEASED = 3;

const ESC = '\u001B';
const TAB = 9;
const KEYPAD = 57_399;
const KEYPAD_TEXT = '0123456789./*-+\r=,';
const KEYPAD_NAMES = ['left', 'right', 'up', 'down', 'pageup', 'pagedown', 'home', 'end', '', 'delete'];
const PRIVATE_USE_END = 0xf8ff;

export function sequenceKeys(sequence: string): KeyPress[] {
  const [, start, list = '', final = ''] = /^\u001B(\[|O)([0-9;:]*)([A-Za-z~])$/.exec(sequence) ?? [];
  if (start === undefined) return [];
  const [[code = 1, shifted, base] = [], [modifiers = 1, event] = [], third = []] = list
    .split(';')
    .map((field) => field.split(':').map((number) => (number === '' ? undefined : Number(number))));
  if (event === RELEASED) return [];
  const held = Math.max(0, modifiers - 1);
  if (start === 'O') return named(LETTERS[final], held) ?? keypadKeys(final);
  if (final === 'u') return codeKeys({code, shifted, base, held, text: third});
  if (final === '~' && code === 27) return third[0] === undefined ? [] : codeKeys({code: third[0], held});
  return named(final === '~' ? NUMBERS[code] : CSI_LETTERS[final], held) ?? [];
}

function named(name: string | undefined, held: number): KeyPress[] | undefined {
  if (name === undefined) return undefined;
  if (held & CTRL) return [{id: `ctrl+${name}`}];
  if (held & ALT) return [{id: `alt+${name}`}];
  return [{id: held & SHIFT && !name.startsWith('shift+') ? `shift+${name}` : name}];
}

function keypadKeys(final: string): KeyPress[] {
  return /[IMj-y]/.test(final) ? typedKeys(String.fromCharCode(final.charCodeAt(0) - 64)) : [];
}

interface CodeKey {
  code: number;
  held: number;
  shifted?: number | undefined;
  base?: number | undefined;
  text?: readonly (number | undefined)[];
}

function codeKeys({code, held, shifted, base, text = []}: CodeKey): KeyPress[] {
  const keypad = code - KEYPAD;
  const name = code === TAB && held & SHIFT ? 'shift+tab' : KEYPAD_NAMES[keypad - KEYPAD_TEXT.length];
  if (keypad >= KEYPAD_TEXT.length || name) return (name && named(name, held)) || [];
  const isChord = (held & (CTRL | ALT)) !== 0;
  const own = charactersOf([isChord ? (base ?? code) : held & SHIFT ? (shifted ?? code) : code]);
  const cased = held & SHIFT && !(held & CTRL) ? own.toUpperCase() : own;
  const character = (isChord ? '' : charactersOf(text)) || KEYPAD_TEXT[keypad] || cased;
  const plain = held & CTRL ? controlOf(character) : character;
  const keys = plain === ESC ? [{id: 'esc'}] : typedKeys(plain);
  return held & ALT ? keys.map(withAlt) : keys;
}

function controlOf(typed: string): string {
  const character = latinKey(typed);
  if (/^[\t\r\b\u001B\u007F]$/.test(character)) return character;
  return /^[@-~]$/.test(character) ? String.fromCharCode(character.charCodeAt(0) & 31) : '';
}

/** Drops code points that are no characters: the kitty protocol gives keys like Shift private ones. */
function charactersOf(codes: readonly (number | undefined)[]): string {
  const isCharacter = (code = -1) => (code >= 0 && code < 0xd800) || (code > PRIVATE_USE_END && code <= 0x10_ffff);
  return codes.map((code) => (isCharacter(code) ? String.fromCodePoint(code ?? 0) : '')).join('');
}

export function withAlt({id, text = id}: KeyPress): KeyPress {
  return {id: `alt+${text.replace(/^alt\+/, '')}`};
}

/** Terminals send this for Ctrl+_, and most of them for Ctrl+/. */
const UNDO = 31;

export function typedKeys(input: string): KeyPress[] {
  const parts = input.replaceAll('\r\n', '\r').match(/[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/g) ?? [];
  return parts.flatMap((part): KeyPress[] => {
    const code = part.charCodeAt(0);
    if (part === '\r' || part === '\n') return [{id: 'enter'}];
    if (part === '\t') return [{id: 'tab'}];
    if (part === '\b' || code === 127) return [{id: 'backspace'}];
    if (code > 31) return [{id: 'text', text: part}];
    if (code === UNDO) return [{id: 'ctrl+_'}];
    return code >= 1 && code <= 26 ? [{id: `ctrl+${String.fromCharCode(code + 96)}`}] : [];
  });
}
