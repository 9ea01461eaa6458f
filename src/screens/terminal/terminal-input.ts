import {StringDecoder} from 'node:string_decoder';
import {orElse} from '../../services/model/values.ts';
import type {Clock} from '../../services/ports.ts';
import type {KeyPress} from '../input/keyboard.ts';
import {KeyParser, type Waiting} from './key-parser.ts';

/** A sequence counts as complete after this many milliseconds of silence. Over ssh, a key may come in parts. */
const PATIENCE_MS: Readonly<Record<Exclude<Waiting, 'late'>, number>> = {
  esc: 25,
  sequence: 100,
  string: 1000,
  paste: 1000,
};
const REMOTE_ESC_MS = 100;
/** After this many milliseconds, late bytes no longer belong to a sequence that was cut off. */
const LATE_MS = 1000;
const IN_FLIGHT_MS = 30;

const GONE = ['end', 'error', 'close'] as const;

/**
 * Turns off modes that crashed programs leave on, and that change keys or send other bytes: mouse events, application
 * cursor keys and keypad, line feeds after Enter, reports of colours and sizes, modifyOtherKeys, the kitty protocol.
 */
const UNUSED_OFF =
  '\u001B[?1;9;1000;1001;1002;1003;1005;1006;1015;1016;2031;2048l\u001B[20l\u001B>\u001B[>4;0m\u001B[=0u';
const MODES_ON = `${UNUSED_OFF}\u001B[?2004h\u001B[?1004h`;
const MODES_OFF = `${UNUSED_OFF}\u001B[?1004l\u001B[?2004l`;

interface TerminalInputOptions {
  write(text: string): void;
  frame(): number;
  clock: Pick<Clock, 'now' | 'sleep'>;
  isRemote?: boolean;
  onFocus?(): void;
  onGone?(): void;
}

/** Reads keys in raw mode. Ink gets no stdin: it loses keys that arrive in one read, and cannot tell Esc from Alt. */
export class TerminalInput {
  /** Undefined until the terminal has reported its focus. */
  hasFocus: boolean | undefined;
  readonly #stdin: NodeJS.ReadStream;
  readonly #options: TerminalInputOptions;
  #parser = new KeyParser();
  #decoder = new StringDecoder('utf8');
  #wait: AbortController | undefined;
  #cutAt = 0;
  #entered = false;
  readonly #early: KeyPress[] = [];
  #origin: Pick<KeyPress, 'at' | 'frame'> = {};
  #onKeys: ((keys: KeyPress[]) => void) | undefined;

  constructor(stdin: NodeJS.ReadStream, options: TerminalInputOptions) {
    this.#stdin = stdin;
    this.#options = options;
  }

  readonly listen = (onKeys: (keys: KeyPress[]) => void): (() => void) => {
    this.#onKeys = onKeys;
    onKeys(this.#early.splice(0));
    return () => {
      this.#onKeys = undefined;
    };
  };

  enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#stdin.setRawMode?.(true);
    this.#stdin.on('data', this.#onData);
    for (const event of GONE) this.#stdin.on(event, this.#onGone);
    this.#stdin.resume();
    this.setModes();
  }

  setModes(): void {
    if (this.#entered) this.#options.write(MODES_ON);
  }

  async drain(): Promise<void> {
    if (!this.#entered || this.hasFocus === undefined) return;
    this.#options.write(MODES_OFF);
    await new Promise((resolve) => setTimeout(resolve, IN_FLIGHT_MS));
  }

  leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#options.write(MODES_OFF);
    this.#wait?.abort();
    this.#stdin.off('data', this.#onData);
    for (const event of GONE) this.#stdin.off(event, this.#onGone);
    this.#stdin.pause();
    // If the terminal is gone, there is no mode to set.
    orElse(() => this.#stdin.setRawMode?.(false), undefined);
    this.#parser = new KeyParser();
    this.#decoder = new StringDecoder('utf8');
  }

  readonly #onGone = () => this.#options.onGone?.();

  readonly #onData = (data: Buffer | string) => {
    const {clock, frame} = this.#options;
    this.#wait?.abort();
    const now = clock.now();
    if (this.#parser.waitsFor === 'late' && now - this.#cutAt > LATE_MS) this.#parser.flush();
    if (this.#parser.waitsFor === undefined || this.#parser.waitsFor === 'late')
      this.#origin = {at: now, frame: frame()};
    this.#emit(this.#parser.push(typeof data === 'string' ? data : this.#decoder.write(data)));
    this.#awaitSilence();
  };

  #awaitSilence(): void {
    const {clock, isRemote} = this.#options;
    const {waitsFor} = this.#parser;
    if (waitsFor === undefined || waitsFor === 'late') return;
    this.#wait = new AbortController();
    const onSilence = () => {
      this.#cutAt = clock.now();
      this.#emit(this.#parser.flush());
    };
    const patience = waitsFor === 'esc' && isRemote ? REMOTE_ESC_MS : PATIENCE_MS[waitsFor];
    clock.sleep(patience, this.#wait.signal).then(onSilence, () => {});
  }

  #emit(all: KeyPress[]): void {
    const report = all.findLast(({id}) => isFocusReport(id));
    const lostFocus = this.hasFocus === false || all.some(({id}) => id === 'focus-out');
    if (report) this.hasFocus = report.id === 'focus-in';
    // Some terminals also report the focus when reports are switched on.
    if (report && this.hasFocus && lostFocus) this.#options.onFocus?.();
    const keys = all.filter(({id}) => !isFocusReport(id)).map((key) => ({...key, ...this.#origin}));
    if (keys.length === 0) return;
    if (this.#onKeys) this.#onKeys(keys);
    else this.#early.push(...keys);
  }
}

function isFocusReport(id: string): boolean {
  return id === 'focus-in' || id === 'focus-out';
}
