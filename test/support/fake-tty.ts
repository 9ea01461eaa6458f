import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';

/**
 * A stdin that claims to be a terminal. `type` delivers its text in one read, whether a person, a script or a paste
 * wrote it.
 */
export class FakeStdin extends PassThrough {
  readonly isTTY = true;
  isRaw = false;

  setRawMode(raw: boolean): this {
    this.isRaw = raw;
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  type(text: string): void {
    this.write(text);
  }
}

/** A stdout that can be resized, and that keeps every byte as well as what a terminal would show. */
export class FakeStdout extends EventEmitter {
  readonly isTTY = true;
  readonly destroyed = false;
  readonly writableEnded = false;
  readonly writable = true;
  bytes = '';
  readonly #screens: {main: Grid; alternate: Grid};
  #current: Grid;
  #pending = '';

  constructor(
    public columns: number,
    public rows: number,
  ) {
    super();
    this.#screens = {main: new Grid(columns, rows, false), alternate: new Grid(columns, rows, true)};
    this.#current = this.#screens.main;
  }

  write(data: string | Uint8Array, ...rest: unknown[]): boolean {
    const text = String(data);
    this.bytes += text;
    this.#interpret(text);
    for (const argument of rest) if (typeof argument === 'function') setImmediate(() => argument());
    return true;
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.#screens.main.resize(columns, rows);
    this.#screens.alternate.resize(columns, rows);
    this.emit('resize');
  }

  get alternate(): boolean {
    return this.#current === this.#screens.alternate;
  }

  cursorHidden = false;
  /** The number of times the bell rang. */
  bells = 0;

  lines(): string[] {
    return this.#current.lines();
  }

  text(): string {
    return this.lines().join('\n');
  }

  /** Returns the text and the URL of each link on the screen. */
  links(): [text: string, url: string][] {
    return this.#current.links();
  }

  #interpret(added: string): void {
    const text = this.#pending + added;
    this.#pending = '';
    const token =
      /\u001B\[([?>=]?)([0-9;:]*)([A-Za-z])|\u001B\(B|\u000F|\u001B\]([^\u0007]*)\u0007|\u001BP[^\u001B]*(?:\u001B\u001B[^\u001B]*)*\u001B\\|\u001B[^[\]P]|[^\u001B]/gu;
    for (const match of text.matchAll(token)) {
      const [whole, mode, parameters = '', final, osc = ''] = match;
      if (final === undefined) {
        if (osc.startsWith('8;;')) this.#current.link = osc.slice(3);
        if (whole === '\u0007') this.bells += 1;
        else if (!/^[\u000F\u001B]/.test(whole)) this.#current.put(whole);
        continue;
      }
      if (mode === '>' || mode === '=') continue;
      if (mode === '?') {
        if (parameters === '1049' || parameters === '1047')
          this.#current = final === 'h' ? this.#screens.alternate : this.#screens.main;
        if (parameters === '25') this.cursorHidden = final === 'l';
        continue;
      }
      this.#current.control(final, parameters.split(';').map(Number));
    }
  }
}

/** A terminal that understands only what this program writes, and throws on anything else. */
class Grid {
  #cells: string[][];
  #links: string[][];
  link = '';
  #row = 0;
  #column = 0;

  constructor(
    private columns: number,
    private rows: number,
    /** Whether a line that is too long throws instead of being cut off. */
    private readonly strict: boolean,
  ) {
    this.#cells = Array.from({length: rows}, () => []);
    this.#links = this.#cells.map(() => []);
  }

  resize(columns: number, rows: number): void {
    this.columns = columns;
    this.rows = rows;
    this.#cells = Array.from({length: rows}, (_, row) => (this.#cells[row] ?? []).slice(0, columns));
    this.#links = this.#cells.map((_, row) => this.#links[row] ?? []);
  }

  links(): [string, string][] {
    return this.#cells.flatMap((cells, row) => {
      const found: [string, string][] = [];
      let before = '';
      cells.forEach((cell, column) => {
        const url = this.#links[row]?.[column] ?? '';
        const last = found.at(-1);
        if (url !== '' && url === before && last) last[0] += cell;
        else if (url !== '') found.push([cell, url]);
        before = url;
      });
      return found;
    });
  }

  lines(): string[] {
    return this.#cells.map((row) =>
      Array.from(row, (cell) => cell ?? ' ')
        .join('')
        .trimEnd(),
    );
  }

  put(character: string): void {
    if (character === '\n') {
      this.#row = Math.min(this.rows - 1, this.#row + 1);
      this.#column = 0;
      return;
    }
    if (character === '\r') {
      this.#column = 0;
      return;
    }
    if (/\p{Mn}|\u200d|\ufe0f/u.test(character)) {
      const row = this.#cells[this.#row];
      const before = Math.max(0, this.#column - 1);
      if (row) row[before] = (row[before] ?? '') + character;
      return;
    }
    const row = this.#cells[this.#row];
    if (!row) throw new Error(`written outside the screen: row ${this.#row + 1}`);
    const wide =
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u.test(
        character,
      );
    if (this.#column + (wide ? 2 : 1) > this.columns) {
      if (this.strict) throw new Error(`line ${this.#row + 1} is too long`);
      return;
    }
    row[this.#column] = character;
    const links = this.#links[this.#row] ?? [];
    links[this.#column] = this.link;
    if (wide) links[this.#column + 1] = this.link;
    if (wide) row[this.#column + 1] = '';
    this.#column += wide ? 2 : 1;
  }

  control(final: string, [first = 0, second = 0]: number[]): void {
    switch (final) {
      case 'H':
        this.#row = Math.max(1, first) - 1;
        this.#column = Math.max(1, second) - 1;
        return;
      case 'G':
        this.#column = Math.max(1, first) - 1;
        return;
      case 'K':
        this.#cells[this.#row]?.splice(this.#column);
        return;
      case 'm':
      case 'l':
      case 'r':
        return;
      default:
        throw new Error(`a control sequence that this app does not write: ${final}`);
    }
  }
}
