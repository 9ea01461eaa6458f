/** Columns and rows of a terminal, or of a part of its screen. */
export interface Size {
  columns: number;
  rows: number;
}
