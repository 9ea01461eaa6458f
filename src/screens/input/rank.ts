/** Order of hooks within a layer, highest first. A screen has rank 0. */
export const RANK = {
  list: 1,
  /** Tab and Enter in a single field, before those of the form. */
  formField: 3,
  field: 4,
  /** A private key pasted line by line. */
  paste: 6,
} as const;
