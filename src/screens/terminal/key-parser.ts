import type {KeyPress} from '../input/key-press.ts';

const ESC = '\u001B';
const PASTE_START = '\u001B[200~';
const PASTE_END = '\u001B[201~';
/** An incomplete PASTE_END. */
const PART_OF_END = /\u001B(?:\[(?:2(?:0(?:1)?)?)?)?$/;
const CTRL_C = '\u0003';

/** CSI and SS3 keys, and strings that terminals answer with (OSC, DCS, APC, PM), or as much as there is of one. */
const SEQUENCE =
  /^\u001B(?:\[\[?[0-9;:?<=>]*[ -/]*(?:[@-~]|(?=[^ -~]))|O[0-9;]*[@-~]|[\]P_^][^\u0003\u0007\u001B]*(?:\u0007|\u001B\\|(?=\u001B[^\\])))/;
const UNFINISHED = /^\u001B{1,2}(?:\[\[?[0-9;:?<=>]*[ -/]*|O[0-9;]*|[\]P_^][^\u0003\u0007\u001B]*\u001B?)$/;
/** Continues an ESC that was read alone. */
const REST_OF_SEQUENCE = /^(?:[[O]|[\]P_^].)/s;
const CHORD = /^\u001B([^\u0003\u001B]\p{M}*)/u;

const LETTERS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  I: 'focus-in',
  M: 'enter',
  O: 'focus-out',
  P: 'f1',
  Z: 'shift+tab',
};
const NUMBERS: Readonly<Record<string, string>> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'pageup',
  '6': 'pagedown',
  '7': 'home',
  '8': 'end',
  '11': 'f1',
};
/** xterm's modifier bits. */
const SHIFT = 1;
const ALT = 2;
const CTRL = 4;

/**
 * Parses terminal input into keys, however it is split into reads. ESC and a character in one read are Alt and that
 * key; an ESC alone in its read is Esc. Unknown and endless sequences are dropped. Node's emitKeypressEvents types a
 * terminal's OSC and DCS answers as letters, takes Esc and then `b` for Alt+B, and splits emoji.
 */
export class KeyParser {
  #pending = '';
  #escCame = false;

  push(chunk: string): KeyPress[] {
    // Nobody pastes a lone Ctrl+C: the end of the paste was lost and the user wants out.
    if (chunk === CTRL_C && this.waitsFor === 'paste') return [...this.flush(), ...this.#read(chunk, false)];
    // Likewise for Esc pressed twice or before another key.
    const isAfterEsc = this.#escCame && this.waitsFor === 'paste';
    this.#escCame = chunk === ESC;
    if (isAfterEsc && !chunk.startsWith('[')) return [...this.flush(), {id: 'esc'}, ...this.#read(chunk, false)];
    // An ESC alone in its read was Esc, unless a sequence was split there.
    if (this.#pending === ESC && !REST_OF_SEQUENCE.test(chunk)) return [...this.flush(), ...this.#read(chunk, false)];
    return this.#read(this.#pending + chunk, false);
  }

  get waitsFor(): 'sequence' | 'paste' | undefined {
    if (this.#pending === '') return undefined;
    return this.#pending.startsWith(PASTE_START) ? 'paste' : 'sequence';
  }

  /** No further input came: interprets the rest as it is. */
  flush(): KeyPress[] {
    return this.#read(this.#pending, true);
  }

  #read(input: string, final: boolean): KeyPress[] {
    const keys: KeyPress[] = [];
    let rest = input;
    this.#pending = '';
    while (rest !== '') {
      if (!rest.startsWith(ESC)) {
        const end = rest.indexOf(ESC);
        const run = end < 0 ? rest : rest.slice(0, end);
        keys.push(...splitRun(run));
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
      // Some terminals send Alt and an arrow like this.
      const second = final ? '' : (SEQUENCE.exec(rest.slice(1))?.[0] ?? '');
      const [key] = sequenceKeys(second);
      if (key && !key.id.startsWith('focus')) {
        keys.push(withAlt(key));
        rest = rest.slice(1 + second.length);
        continue;
      }
      const chord = final ? null : CHORD.exec(rest);
      if (chord) keys.push(...splitRun(chord[1] ?? '').map(withAlt));
      else if (!final || rest === ESC) keys.push({id: 'esc'});
      rest = final ? '' : rest.slice(chord?.[0].length ?? 1);
    }
    return keys;
  }
}

function withAlt({id, text = id}: KeyPress): KeyPress {
  return {id: `alt+${text.replace(/^alt\+/, '')}`};
}

function sequenceKeys(sequence: string): KeyPress[] {
  const parts = /^\u001B(?:\[|O)(?:(\d+)?(?:;(\d+))?)([A-Za-z~])$/.exec(sequence);
  if (!parts) return [];
  const [, number = '1', modifiers = '1', final = ''] = parts;
  const name = final === '~' ? NUMBERS[number] : LETTERS[final];
  if (name === undefined) return [];
  const held = Number(modifiers) - 1;
  if (held & CTRL) return [{id: `ctrl+${name}`}];
  if (held & ALT) return [{id: `alt+${name}`}];
  return [{id: held & SHIFT ? `shift+${name}` : name}];
}

/** `j\x10rel\r` is `j`, Ctrl+P, `rel`, Enter. */
function splitRun(input: string): KeyPress[] {
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
