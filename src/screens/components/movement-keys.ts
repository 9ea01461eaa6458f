import {useRef} from 'react';
import {useDisplay} from '../context/display.ts';
import type {KeyPress} from '../input/key-press.ts';
import type {Binding, Shown} from '../input/keyboard.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {ListState} from './list-state.ts';

interface Movement {
  /** What one step and the ends are called in help. */
  words: {down: string; up: string; start: string; end: string};
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
  const half = Math.max(1, Math.floor(page / 2));
  const binding = (keys: string[], label: string, run: (count: number) => void): Binding => ({
    keys,
    label,
    shown,
    group: 'Lists',
    repeats: true,
    run: ({count = 1}) => run(count),
  });
  return [
    binding(['down', 'j'], words.down, step),
    binding(['up', 'k'], words.up, (count) => step(-count)),
    binding(bySpace ? ['pagedown', ' '] : ['pagedown'], 'page down', (count) => turn(page * count)),
    binding(['pageup'], 'page up', (count) => turn(-page * count)),
    binding(['ctrl+d'], 'half a page down', (count) => turn(half * count)),
    binding(['ctrl+u'], 'half a page up', (count) => turn(-half * count)),
    binding(['g', 'home'], words.start, toStart),
    binding(['G', 'end'], words.end, toEnd),
  ];
}

/**
 * Read aloud, what can be selected is numbered: digits typed one after the other go there. `forget` begins a new number.
 *
 * @param select takes the index
 */
export function useTypedNumber(count: number, select: (index: number) => void) {
  const {screenReader} = useDisplay();
  const typed = useRef('');
  return {
    forget(): void {
      typed.current = '';
    },
    onKey({id}: KeyPress): boolean {
      if (!screenReader || !/^\d$/.test(id)) {
        typed.current = '';
        return false;
      }
      // A number beyond the last row starts anew with this digit.
      const longer = typed.current + id;
      typed.current = Number(longer) > count ? id : longer;
      const number = Number(typed.current);
      if (number >= 1 && number <= count) select(number - 1);
      return true;
    },
  };
}

const WORDS = {down: 'next row', up: 'previous row', start: 'first row', end: 'last row'};

/** The keys of a list with `page` visible rows. @param onEnd the last row is reached */
export function useListKeys<Row>({rows, index, select}: ListState<Row>, page: number, onEnd?: () => void): void {
  const {forget, onKey} = useTypedNumber(rows.length, select);
  const go = (wanted: number) => {
    forget();
    select(wanted);
    if (wanted >= rows.length - 1) onEnd?.();
  };
  const keys = movementKeys({
    words: WORDS,
    page,
    step: (by) => go(index + by),
    toStart: () => go(0),
    toEnd: () => go(rows.length - 1),
  });
  useKeys(keys, {rank: RANK.list, onKey});
}
