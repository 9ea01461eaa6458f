import type {RecordOf, Table} from './shapes.ts';

/** What was changed since the sample data, by table and ID: a whole record, or null for a sample that was deleted. */
export type Changes = {readonly [T in Table]?: Readonly<Record<string, RecordOf<T> | null>>};

/** Keeps the changes. Every reading sees what others have written; writes go one after the other. */
export interface ChangeStore {
  read(signal?: AbortSignal): Promise<Changes>;
  /**
   * @param work looks at the newest changes and gives those that take their place, if any; may throw, and then nothing
   * changes
   */
  change<T>(work: (changes: Changes) => {changes?: Changes; result: T}, signal?: AbortSignal): Promise<T>;
}

/** Changes that end with the process. */
export function createMemoryChanges(): ChangeStore {
  let changes: Changes = {};
  return {
    read: async () => changes,
    async change(work) {
      const {changes: next = changes, result} = work(changes);
      changes = next;
      return result;
    },
  };
}
