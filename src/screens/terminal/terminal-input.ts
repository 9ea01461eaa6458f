import {StringDecoder} from 'node:string_decoder';
import type {Clock} from '../../services/ports.ts';
import type {KeyPress} from '../input/key-press.ts';
import {KeyParser} from './key-parser.ts';

/** Milliseconds until a lone ESC is the key, and an unfinished paste ends. */
const PATIENCE_MS = {sequence: 25, paste: 1000};
const MODES_ON = '\u001B[?2004h\u001B[?1004h';
const MODES_OFF = '\u001B[?1004l\u001B[?2004l';

interface TerminalInputOptions {
  write(text: string): void;
  frame(): number;
  clock: Pick<Clock, 'now' | 'sleep'>;
}

/** Reads keys in raw mode. Ink gets no stdin: it loses keys of one read and cannot tell Esc and a key from Alt. */
export class TerminalInput {
  readonly #stdin: NodeJS.ReadStream;
  readonly #options: TerminalInputOptions;
  #parser = new KeyParser();
  #decoder = new StringDecoder('utf8');
  #wait: AbortController | undefined;
  #entered = false;
  #early: KeyPress[] = [];
  /** When the pending bytes, or otherwise those of the last read, were read. */
  #origin: Pick<KeyPress, 'at' | 'frame'> = {};
  #onKeys: ((keys: KeyPress[]) => void) | undefined;
  #hasFocus: boolean | undefined;

  constructor(stdin: NodeJS.ReadStream, options: TerminalInputOptions) {
    this.#stdin = stdin;
    this.#options = options;
  }

  /** Delivers earlier keys first. Returns a function that stops listening. */
  listen(onKeys: (keys: KeyPress[]) => void): () => void {
    this.#onKeys = onKeys;
    const early = this.#early;
    this.#early = [];
    if (early.length > 0) onKeys(early);
    return () => {
      this.#onKeys = undefined;
    };
  }

  get hasFocus(): boolean | undefined {
    return this.#hasFocus;
  }

  enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#stdin.setRawMode?.(true);
    this.#stdin.on('data', this.#onData);
    this.#stdin.resume();
    this.#options.write(MODES_ON);
  }

  leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#options.write(MODES_OFF);
    this.#wait?.abort();
    this.#stdin.off('data', this.#onData);
    this.#stdin.pause();
    this.#stdin.setRawMode?.(false);
    this.#parser = new KeyParser();
    this.#decoder = new StringDecoder('utf8');
  }

  readonly #onData = (data: Buffer | string) => {
    const {clock, frame} = this.#options;
    this.#wait?.abort();
    if (this.#parser.waitsFor === undefined) this.#origin = {at: clock.now(), frame: frame()};
    this.#emit(this.#parser.push(typeof data === 'string' ? data : this.#decoder.write(data)));
    const {waitsFor} = this.#parser;
    if (waitsFor === undefined) return;
    this.#wait = new AbortController();
    const onSilence = () => this.#emit(this.#parser.flush());
    clock.sleep(PATIENCE_MS[waitsFor], this.#wait.signal).then(onSilence, () => {});
  };

  #emit(all: KeyPress[]): void {
    const report = all.findLast(({id}) => isFocusReport(id));
    if (report) this.#hasFocus = report.id === 'focus-in';
    const keys = all.filter(({id}) => !isFocusReport(id)).map((key) => ({...key, ...this.#origin}));
    if (keys.length === 0) return;
    if (this.#onKeys) this.#onKeys(keys);
    else this.#early.push(...keys);
  }
}

function isFocusReport(id: string): boolean {
  return id === 'focus-in' || id === 'focus-out';
}
