import {useLayoutEffect} from 'react';
import {useEntry, useSaved} from '../context/router.ts';

/** Selects by ID, so that the selection survives refresh, sort and resize. */
interface ListPosition {
  id?: string;
  index: number;
  top: number;
}

export type ListState<Row> = ReturnType<typeof useListState<Row>>;

interface ListOptions<Row> {
  prefers?(row: Row): boolean;
  /** When the rows were read: after a refresh even an untouched selection stays on its row. */
  readAt?: number;
}

/** Saved while the screen is on the stack. `name` is unique within the screen. */
export function useListState<Row>(
  name: string,
  rows: readonly Row[],
  rowId: (row: Row) => string,
  {prefers, readAt}: ListOptions<Row> = {},
) {
  const shown = useShown(`shown:${name}`, readAt);
  const [position, setPosition] = useSaved<ListPosition>(`list:${name}`, {index: 0, top: 0});
  const id = position.id ?? shown.before;
  const isPreferred = prefers ?? (() => false);
  const found = rows.findIndex(id === undefined ? isPreferred : (row) => rowId(row) === id);
  const index = found >= 0 ? found : Math.min(position.index, rows.length - 1);
  const selected = rows[index];
  useLayoutEffect(() => {
    if (found >= 0 && id !== undefined && id !== position.id) setPosition({...position, id, index});
    shown.remember(selected === undefined ? undefined : rowId(selected));
  });
  return {
    rows,
    rowId,
    index,
    selected,
    top: position.top,
    select(wanted: number, top = position.top): void {
      const next = Math.max(0, Math.min(rows.length - 1, wanted));
      const row = rows[next];
      setPosition({id: row === undefined ? undefined : rowId(row), index: next, top});
    },
    setTop(top: number): void {
      if (top !== position.top) setPosition({...position, top});
    },
  };
}

function useShown(name: string, readAt: number | undefined) {
  const {saved} = useEntry();
  const last = saved.get(name) as {id?: string; readAt?: number} | undefined;
  return {
    before: last?.readAt !== undefined && last.readAt !== readAt ? last.id : undefined,
    remember: (id: string | undefined) => saved.set(name, {id, readAt}),
  };
}

/** `more above and below`; empty where all rows are visible. */
export function hiddenRows<Row>({rows, index, top}: ListState<Row>, height: number): string {
  const first = scrollTo(top, index, height, rows.length);
  const sides = [first > 0 && 'above', first + height < rows.length && 'below'].filter(Boolean);
  return sides.length > 0 ? `more ${sides.join(' and ')}` : '';
}

/**
 * The first visible row. A selection that leaves the window is centred: the next rows are visible, and the next steps
 * repaint only two of them.
 */
export function scrollTo(top: number, index: number, height: number, count: number): number {
  const last = Math.max(0, count - height);
  const isVisible = index >= top && index < top + height;
  return Math.max(0, Math.min(isVisible ? top : index - Math.floor(height / 2), last));
}
