import type {VersionRecord} from './records.ts';

/** What was changed since the sample data, by version ID: a whole record, or null for one that was deleted. */
export type Overlay = Readonly<Record<string, VersionRecord | null>>;

/** Keeps the overlay. Every reading sees what others have written; changes go one after the other. */
export interface OverlayStore {
  read(): Promise<Overlay>;
  /** @param work looks at the newest overlay and says what to change of it; may throw, and then nothing changes */
  change<T>(work: (overlay: Overlay) => {changes: Overlay; result: T}): Promise<T>;
}

/** An overlay that ends with the process. */
export function createMemoryOverlay(): OverlayStore {
  let overlay: Overlay = {};
  return {
    read: async () => overlay,
    async change(work) {
      const {changes, result} = work(overlay);
      overlay = {...overlay, ...changes};
      return result;
    },
  };
}
