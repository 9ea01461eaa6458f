import type {KeyPress} from '../input/keyboard.ts';
import {latinKey} from '../input/layouts.ts';

const ESC = '\u001B';
const PASTE_START = '\u001B[200~';
const PASTE_END = '\u001B[201~';
const PART_OF_END = /\u001B(?:\[(?:2(?:0(?:1)?)?)?)?$/;
const CTRL_C = '\u0003';

/** Matches mouse events of the oldest kind (1000), whose coordinates are characters, and of highlighting (1001). */
const MOUSE = String.raw`\[(?:M[^\u0000-\u001f]{3}|t[^\u0000-\u001f]{2}|T[^\u0000-\u001f]{6})`;
const PART_OF_MOUSE = String.raw`\[(?:M[^\u0000-\u001f]{0,2}|t[^\u0000-\u001f]?|T[^\u0000-\u001f]{0,5})`;
const CSI = String.raw`\[(?![MtT])\[?[0-9;:?<=>]*[ -/]*`;
const STRING = String.raw`[\]P_^][^\u0003\u0007\u001B]*`;
/** Matches CSI and SS3 keys, mouse events and responses of terminals (OSC, DCS, APC, PM), complete or cut off. */
const SEQUENCE = new RegExp(
  String.raw`^\u001B(?:${MOUSE}|${PART_OF_MOUSE}(?=[\u0000-\u001f])|${CSI}(?:[@-~]|(?=[^ -~]))|O[0-9;]*[@-~]|${STRING}(?:\u0007|\u001B\\|(?=\u001B[^\\]|\u0003)))`,
  'u',
);
const UNFINISHED = new RegExp(String.raw`^\u001B{1,2}(?:${PART_OF_MOUSE}|${CSI}|O[0-9;]*|${STRING}\u001B?)$`, 'u');
const SURE = /^\u001B{1,2}(?:\[.|O\d|\]\d|[P_^].)/s;
const REST_OF_SEQUENCE = /^(?:[[O]|[\]P_^].)/s;
const CHORD = /^\u001B([^\u0003\u001B]\p{M}*)/u;

export type Waiting = 'esc' | 'sequence' | 'string' | 'paste' | 'late';

/**
 * Parses keys from input that may be split into reads anywhere. ESC and a character in one read are Alt and that key.
 * An ESC alone in its read is Esc, unless the rest of a sequence follows. Unknown and endless sequences are dropped.
 *
 * Ink 7.1.1 exports no parser, and its `useInput` types old mouse events and responses of terminals as text, takes Esc
 * and then `b` for Alt+B, and joins `ab` and Enter of one read. Node's emitKeypressEvents has most of these faults.
 */
export class KeyParser {
  #pending = '';
  #escCame = false;
  /** A sequence cut off by a pause. Bytes that arrive late still belong to it. */
  #cut = '';

  push(read: string): KeyPress[] {
    const chunk = this.#withoutLate(read);
    if (chunk === '') return [];
    // Nobody pastes a lone Ctrl+C, so the end of the paste was lost, and the user wants to leave.
    if (chunk === CTRL_C && this.waitsFor === 'paste') return [...this.#end(), ...this.#read(chunk, false)];
    const isAfterEsc = this.#escCame && this.waitsFor === 'paste';
    this.#escCame = chunk === ESC;
    if (isAfterEsc && !chunk.startsWith('[')) return [...this.#end(), {id: 'esc'}, ...this.#read(chunk, false)];
    if (this.#pending === ESC && !REST_OF_SEQUENCE.test(chunk)) return [...this.#end(), ...this.#read(chunk, false)];
    return this.#read(this.#pending + chunk, false);
  }

  get waitsFor(): Waiting | undefined {
    if (this.#pending === '') return this.#cut === '' ? undefined : 'late';
    if (this.#pending === ESC) return 'esc';
    if (this.#pending.startsWith(PASTE_START)) return 'paste';
    return SURE.test(this.#pending) ? 'string' : 'sequence';
  }

  flush(): KeyPress[] {
    this.#cut = this.waitsFor === 'paste' ? '' : this.#pending;
    return this.#end();
  }

  #end(): KeyPress[] {
    return this.#read(this.#pending, true);
  }

  #withoutLate(read: string): string {
    const cut = this.#cut;
    this.#cut = '';
    if (cut === '') return read;
    const sequence = SEQUENCE.exec(cut + read)?.[0] ?? '';
    // After a lone Esc, `OK` is more likely typed text than the rest of an unknown key's sequence.
    const isLate = cut !== ESC || /^\u001B\]/.test(sequence) || sequenceKeys(sequence).length > 0;
    return isLate ? read.slice(Math.max(0, sequence.length - cut.length)) : read;
  }

  #read(input: string, final: boolean): KeyPress[] {
    const keys: KeyPress[] = [];
    let rest = input;
    this.#pending = '';
    while (rest !== '') {
      if (!rest.startsWith(ESC)) {
        const end = rest.indexOf(ESC);
        const run = end < 0 ? rest : rest.slice(0, end);
        keys.push(...typedKeys(run));
        rest = rest.slice(run.length);
        continue;
      }
      if (rest.startsWith(PASTE_START)) {
        const end = rest.indexOf(PASTE_END);
        if (end < 0 && !final) {
          this.#pending = rest;
          return keys;
        }
        const pasted = end < 0 ? rest.replace(PART_OF_END, '') : rest.slice(0, end);
        keys.push({id: 'paste', text: pasted.slice(PASTE_START.length).replace(/\r\n?/g, '\n')});
        rest = end < 0 ? '' : rest.slice(end + PASTE_END.length);
        continue;
      }
      const sequence = SEQUENCE.exec(rest)?.[0];
      if (sequence) {
        keys.push(...sequenceKeys(sequence));
        rest = rest.slice(sequence.length);
        continue;
      }
      if (!final && (rest === ESC || UNFINISHED.test(rest))) {
        this.#pending = rest;
        return keys;
      }
      const second = final ? '' : (SEQUENCE.exec(rest.slice(1))?.[0] ?? '');
      const [key] = sequenceKeys(second);
      if (key && !key.id.startsWith('focus')) {
        keys.push(withAlt(key));
        rest = rest.slice(1 + second.length);
        continue;
      }
      const chord = final ? null : CHORD.exec(rest);
      if (chord) keys.push(...typedKeys(chord[1] ?? '').map(withAlt));
      else if (!final || rest.endsWith(ESC)) keys.push({id: 'esc'});
      rest = final ? '' : rest.slice(chord?.[0].length ?? 1);
    }
    return keys;
  }
}

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
/** Bits of the modifier field, whose value is their sum plus one. The lock bits (64, 128) change no key. */
const SHIFT = 1;
const ALT = 2 | 8 | 16 | 32;
const CTRL = 4;
const RELEASED = 3;
const TAB = 9;
const PRIVATE_USE_END = 0xf8ff;

function sequenceKeys(sequence: string): KeyPress[] {
  const [, start, list = '', final = ''] = /^\u001B(\[|O)([0-9;:]*)([A-Za-z~])$/.exec(sequence) ?? [];
  if (start === undefined) return [];
  const [[code = 1, shifted] = [], [modifiers = 1, event] = [], [third] = []] = list
    .split(';')
    .map((field) => field.split(':').map((number) => (number === '' ? undefined : Number(number))));
  if (event === RELEASED) return [];
  const held = Math.max(0, modifiers - 1);
  if (start === 'O') return final === 'M' ? [{id: 'enter'}] : named(LETTERS[final], held);
  if (final === 'u') return codeKeys(code, held, shifted);
  if (final === '~' && code === 27) return third === undefined ? [] : codeKeys(third, held);
  return named(final === '~' ? NUMBERS[code] : CSI_LETTERS[final], held);
}

function named(name: string | undefined, held: number): KeyPress[] {
  if (name === undefined) return [];
  if (held & CTRL) return [{id: `ctrl+${name}`}];
  if (held & ALT) return [{id: `alt+${name}`}];
  return [{id: held & SHIFT && !name.startsWith('shift+') ? `shift+${name}` : name}];
}

/** Reads a key of the kitty protocol or of modifyOtherKeys. @param shifted the code that the key has with Shift */
function codeKeys(code: number, held: number, shifted?: number): KeyPress[] {
  if (code === TAB && held & SHIFT) return [{id: 'shift+tab'}];
  const character = characterOf(held & SHIFT ? (shifted ?? code) : code);
  const cased = held & SHIFT ? character.toUpperCase() : character;
  const plain = held & CTRL ? controlOf(character) : cased;
  const keys = plain === ESC ? [{id: 'esc'}] : typedKeys(plain);
  return held & ALT ? keys.map(withAlt) : keys;
}

function controlOf(typed: string): string {
  const character = latinKey(typed);
  if (/^[\t\r\b\u001B\u007F]$/.test(character)) return character;
  return /^[@-~]$/.test(character) ? String.fromCharCode(character.charCodeAt(0) & 31) : '';
}

/** Returns '' for a code that is no character. The kitty protocol has private codes for keys such as Shift. */
function characterOf(code: number): string {
  const isCharacter = code < 0xd800 || (code > PRIVATE_USE_END && code <= 0x10_ffff);
  return isCharacter ? String.fromCodePoint(code) : '';
}

function withAlt({id, text = id}: KeyPress): KeyPress {
  return {id: `alt+${text.replace(/^alt\+/, '')}`};
}

function typedKeys(input: string): KeyPress[] {
  const parts = input.replaceAll('\r\n', '\r').match(/[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/g) ?? [];
  return parts.flatMap((part): KeyPress[] => {
    const code = part.charCodeAt(0);
    if (part === '\r' || part === '\n') return [{id: 'enter'}];
    if (part === '\t') return [{id: 'tab'}];
    if (part === '\b' || code === 127) return [{id: 'backspace'}];
    if (code > 31) return [{id: 'text', text: part}];
    return code >= 1 && code <= 26 ? [{id: `ctrl+${String.fromCharCode(code + 96)}`}] : [];
  });
}
