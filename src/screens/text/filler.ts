import stringWidth from 'string-width';
import {graphemes, widthOf} from '../../services/text/width.ts';

/** Never drawn: takes a column that Ink does not know of. A noncharacter, so in no text. */
export const FILLER = '\ufdd0';

/** Makes Ink count as many columns as `widthOf`. Whatever may hold a foreign text passes through it. */
export function filled(text: string): string {
  if (widthOf(text) === stringWidth(text)) return text;
  return graphemes(text)
    .map((grapheme) => grapheme + FILLER.repeat(Math.max(0, widthOf(grapheme) - stringWidth(grapheme))))
    .join('');
}
