import stringWidth from 'string-width';
import {graphemes, widthOf} from '../../services/text/width.ts';

export const FILLER = '\ufdd0';

/** Pads a text so that Ink counts as many columns as `widthOf`. Any text from outside passes through this. */
export function filled(text: string): string {
  if (widthOf(text) === stringWidth(text)) return text;
  return graphemes(text)
    .map((grapheme) => grapheme + FILLER.repeat(Math.max(0, widthOf(grapheme) - stringWidth(grapheme))))
    .join('');
}
