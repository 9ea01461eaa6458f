import {useRef} from 'react';
import {useDisplay} from '../context/services.ts';
import type {Binding, KeyPress, Shown} from '../input/keyboard.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import type {ListState} from './list-model.ts';

interface Movement {
  labels: {down: string; up: string; start: string; end: string};
  page: number;
  shown?: Shown;
  bySpace?: boolean;
  step(by: number): void;
  turn?(by: number): void;
  toStart(): void;
  toEnd(): void;
}

export function movementKeys(movement: Movement): Binding[] {
  const {labels, page, shown = 'help', bySpace = false, step, turn = step, toStart, toEnd} = movement;
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
    binding(['down', 'j'], labels.down, step),
    binding(['up', 'k'], labels.up, (count) => step(-count)),
    binding(bySpace ? ['pagedown', ' '] : ['pagedown'], 'page down', (count) => turn(page * count)),
    binding(['pageup'], 'page up', (count) => turn(-page * count)),
    binding(['ctrl+d'], 'half a page down', (count) => turn(half * count)),
    binding(['ctrl+u'], 'half a page up', (count) => turn(-half * count)),
    binding(['g', 'home'], labels.start, toStart),
    binding(['G', 'end'], labels.end, toEnd),
  ];
}

export function stepKeys(next: readonly string[], previous: readonly string[], move: (by: number) => void): Binding[] {
  return [
    {keys: next, label: 'next', shown: 'none', run: () => move(1)},
    {keys: previous, label: 'previous', shown: 'none', run: () => move(-1)},
  ];
}

/** Selects a row when its number is typed, because a screen reader speaks the number of each row. */
export function useTypedNumber(index: number, count: number, select: (index: number) => void) {
  const {screenReader} = useDisplay();
  const typed = useRef('');
  return ({id}: KeyPress): boolean => {
    if (!screenReader || !/^\d$/.test(id)) return false;
    const longer = Number(typed.current) === index + 1 ? typed.current + id : id;
    typed.current = Number(longer) > count ? id : longer;
    if (typed.current !== '0' && Number(typed.current) <= count) select(Number(typed.current) - 1);
    return true;
  };
}

const LABELS = {down: 'next row', up: 'previous row', start: 'first row', end: 'last row'};

export type OnEnd = (toEnd: boolean) => void;

export function useListKeys<Row>({rows, index, select}: ListState<Row>, page: number, onEnd?: OnEnd): void {
  const go = (wanted: number, toEnd = false) => {
    select(wanted);
    if (wanted >= rows.length - 1) onEnd?.(toEnd);
  };
  const keys = movementKeys({
    labels: LABELS,
    page,
    step: (by) => go(index + by),
    toStart: () => go(0),
    toEnd: () => go(rows.length - 1, true),
  });
  useKeys(keys, {rank: RANK.list, onKey: useTypedNumber(index, rows.length, select)});
}
