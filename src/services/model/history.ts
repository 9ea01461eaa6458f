export type HistoryEvent =
  | 'created'
  | 'submitted'
  | 'withdrawn'
  | 'rejected'
  | 'approved'
  | 'released'
  | 'phased-start';

/** One thing that happened to a version. */
export interface HistoryEntry {
  /** As `createdDate`; absent where the service keeps no date. */
  at?: string;
  event: HistoryEvent;
  /** Who did it, where that is known. */
  by?: string;
  /** e.g. `review submission 1a2b…`. */
  detail?: string;
}
