import type {Binding, Shown} from '../input/keyboard.ts';

/** How something that is longer than its window is moved along. */
export interface Movement {
  /** What one step and the ends are called in help. */
  words: {down: string; up: string; start: string; end: string};
  /** Rows that are in sight. */
  page: number;
  shown?: Shown;
  /** Space turns the page as well. */
  bySpace?: boolean;
  /** @param by rows, upwards below 0 */
  step(by: number): void;
  /** A page or a half of one; as `step` when absent. @param by rows, upwards below 0 */
  turn?(by: number): void;
  toStart(): void;
  toEnd(): void;
}

/** The keys of lists, pages and texts: arrows and letters, pages and halves, the ends. */
export function movementKeys(movement: Movement): Binding[] {
  const {words, page, shown = 'help', bySpace = false, step, turn = step, toStart, toEnd} = movement;
  const quiet = {shown, group: 'Lists', repeats: true} as const;
  const half = Math.max(1, Math.floor(page / 2));
  return [
    {keys: ['down', 'j'], label: words.down, ...quiet, run: ({count = 1}) => step(count)},
    {keys: ['up', 'k'], label: words.up, ...quiet, run: ({count = 1}) => step(-count)},
    {
      keys: ['pagedown', ...(bySpace ? [' '] : [])],
      label: 'page down',
      ...quiet,
      run: ({count = 1}) => turn(page * count),
    },
    {keys: ['pageup'], label: 'page up', ...quiet, run: ({count = 1}) => turn(-page * count)},
    {keys: ['ctrl+d'], label: 'half a page down', ...quiet, run: ({count = 1}) => turn(half * count)},
    {keys: ['ctrl+u'], label: 'half a page up', ...quiet, run: ({count = 1}) => turn(-half * count)},
    {keys: ['g', 'home'], label: words.start, ...quiet, run: toStart},
    {keys: ['G', 'end'], label: words.end, ...quiet, run: toEnd},
  ];
}
