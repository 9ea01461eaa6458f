/** A line of two texts compared. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** What turns one text into another, line by line: as few lines as possible are removed and added. */
export function lineDiff(before: string | undefined, after: string): DiffLine[] {
  const old = before === undefined ? [] : before.split('\n');
  const next = after.split('\n');
  const common = commonLengths(old, next);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < next.length) {
    const [removed, added] = [old[i], next[j]];
    if (removed !== undefined && removed === added) {
      lines.push({kind: 'same', text: removed});
      i++;
      j++;
    } else if (
      removed !== undefined &&
      (added === undefined || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      lines.push({kind: 'removed', text: removed});
      i++;
    } else {
      lines.push({kind: 'added', text: added ?? ''});
      j++;
    }
  }
  return lines;
}

function lengthAt(common: readonly (readonly number[])[], i: number, j: number): number {
  return common[i]?.[j] ?? 0;
}

/** For each pair of ends of two lists: how many entries they have in common, in order. */
function commonLengths(old: readonly string[], next: readonly string[]): number[][] {
  const lengths = Array.from({length: old.length + 1}, () => new Array<number>(next.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i--) {
    const row = lengths[i] ?? [];
    for (let j = next.length - 1; j >= 0; j--) {
      row[j] =
        old[i] === next[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), row[j + 1] ?? 0);
    }
  }
  return lengths;
}
