import stringWidth from 'string-width';
import {graphemes, widthOf} from '../../services/text/width.ts';

export const FILLER = '\ufdd0';

/** Makes Ink count as many columns as `widthOf`. Whatever may hold a foreign text passes through it. */
export function filled(text: string): string {
  if (widthOf(text) === stringWidth(text)) return text;
  return graphemes(text)
    .map((grapheme) => grapheme + FILLER.repeat(Math.max(0, widthOf(grapheme) - stringWidth(grapheme))))
    .join('');
}
