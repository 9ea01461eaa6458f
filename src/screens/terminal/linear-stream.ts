import {SELECTED} from '../text/lines.ts';
import {InkStdout} from './ink-stdout.ts';

const SETTLE_MS = 40;
const CONTROL = /\u001B\[[0-9;?]*[A-Za-z]/g;

export class LinearStream extends InkStdout {
  #shown: readonly string[] = [];
  #next: readonly string[] | undefined;
  #timer: NodeJS.Timeout | undefined;
  #left = false;

  /** The terminal wraps lines, because lines wrapped here could not be compared with the last frame. */
  get columns(): number {
    return 10_000;
  }

  get rows(): number {
    return this.out.rows || 24;
  }

  get text(): string {
    return this.#shown.join('\n');
  }

  protected show(text: string): void {
    const frame = text.replace(CONTROL, '');
    if (frame.trim() === '') return;
    this.#next = frame.split('\n').map((line) => line.trimEnd());
    clearTimeout(this.#timer);
    if (!this.#left) this.#timer = setTimeout(() => this.#flush(), SETTLE_MS);
  }

  enter(): void {
    this.#left = false;
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#left = true;
    this.hidden();
  }

  repaint(): void {
    this.#next ??= this.#shown;
    this.#shown = [];
    this.#flush();
  }

  restore(): void {}

  protected resized(): void {
    this.emit('resize');
  }

  #flush(): void {
    const next = this.#next;
    if (!next) return;
    this.#next = undefined;
    const lines = newLines(this.#shown, next);
    this.#shown = next;
    if (lines.length > 0) this.out.write(`${lines.join('\n')}\n`);
    this.shown();
  }
}

function newLines(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(
    before.flatMap((line) => (line.endsWith(SELECTED) ? [line, line.slice(0, -SELECTED.length)] : [line])),
  );
  return after.filter((line) => line.trim() !== '' && !known.has(line));
}
