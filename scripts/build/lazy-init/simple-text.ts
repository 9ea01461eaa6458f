/**
 * Texts that need no table of Unicode: each UTF-16 unit is one character, one column wide, and joins no other. That is
 * nearly all that is on a screen; the general way costs tens of milliseconds the first time and is slow every time.
 */

/** ASCII, Latin, punctuation, arrows and mathematics, box drawing and shapes, check marks: no emoji, no soft hyphen. */
const SIMPLE =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc\u2713\u2715-\u2718]*$/;

/** A change of colour or weight. */
const STYLE = /\u001b\[[\d;]*m/g;

export const isSimple = (text: string): boolean => SIMPLE.test(text);

/** The text without changes of style. */
export const withoutStyles = (text: string): string => (text.includes('\u001b') ? text.replace(STYLE, '') : text);
