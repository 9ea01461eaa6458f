/** Who gets a key first among the hooks of one layer: the higher rank. A screen itself has none. */
export const RANK = {
  list: 1,
  /** Moving between the fields of a form. */
  form: 2,
  /** What Tab and Enter do in one field before they do what they do in its form. */
  formField: 3,
  field: 4,
  /** Enter and Esc of the search field. */
  search: 5,
  /** A key that is being pasted line by line. */
  paste: 6,
} as const;
