/**
 * A simple text needs no table of Unicode: each of its UTF-16 units is a character of one column that joins no other.
 * Nearly all text on a screen is simple, and the general method takes tens of milliseconds for the first text.
 */

/**
 * ASCII, Latin, punctuation, arrows and mathematics, box drawing and shapes, and check marks, but no emoji and no soft
 * hyphen.
 */
const SIMPLE =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc\u2713\u2715-\u2718]*$/;

/** The escape sequence for a change of colour or weight. */
const STYLE = /\u001b\[[\d;]*m/g;

export const isSimple = (text: string): boolean => SIMPLE.test(text);

/** Returns the text without changes of style. */
export const withoutStyles = (text: string): string => (text.includes('\u001b') ? text.replace(STYLE, '') : text);
