/** A text that is being edited in place. */
export interface Editing {
  heading: string;
  /** What the text was. */
  start: string;
  text: string;
  /** Takes the text over. */
  put(text: string): void;
}
