/** A list of numbers that may be worked out instead of stored. */
export interface Ordinals {
  readonly length: number;
  /** @param position from 0 to length - 1 */
  at(position: number): number;
}

export const NONE: Ordinals = {length: 0, at: () => -1};

export function listed(numbers: readonly number[]): Ordinals {
  return {length: numbers.length, at: (position) => numbers[position] ?? -1};
}

/** Those of `start … start + count - 1` that are, counted from the start, at one of `turns` in each round. */
export function inTurns(start: number, count: number, turns: readonly number[], round: number): Ordinals {
  const rest = turns.filter((turn) => turn < count % round).length;
  return {
    length: Math.floor(count / round) * turns.length + rest,
    at: (position) => start + Math.floor(position / turns.length) * round + (turns[position % turns.length] ?? 0),
  };
}

/** A rising list without some of its members. */
export function without(all: Ordinals, excluded: readonly number[]): Ordinals {
  const positions = excluded
    .map((number) => positionIn(all, number))
    .filter((position) => position >= 0)
    .sort((one, other) => one - other);
  if (positions.length === 0) return all;
  return {
    length: all.length - positions.length,
    at(position) {
      let moved = position;
      for (const skipped of positions) {
        if (skipped > moved) break;
        moved += 1;
      }
      return all.at(moved);
    },
  };
}

/** One list after the other. */
export function joined(first: Ordinals, second: Ordinals): Ordinals {
  return {
    length: first.length + second.length,
    at: (position) => (position < first.length ? first.at(position) : second.at(position - first.length)),
  };
}

/** A part of a list, as far as there is one. */
export function slice(all: Ordinals, offset: number, limit: number): number[] {
  const count = Math.max(0, Math.min(limit, all.length - offset));
  return Array.from({length: count}, (_, index) => all.at(offset + index));
}

function positionIn(all: Ordinals, number: number): number {
  let [low, high] = [0, all.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = all.at(middle);
    if (found === number) return middle;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
