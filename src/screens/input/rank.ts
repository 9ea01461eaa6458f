/** Order among the hooks of one layer, highest first. A screen has none. */
export const RANK = {
  list: 1,
  form: 2,
  /** Tab and Enter in one field, before those of its form. */
  formField: 3,
  field: 4,
  search: 5,
  /** A private key pasted line by line. */
  paste: 6,
} as const;
