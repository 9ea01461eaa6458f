// Ink measures every text of every frame anew: here a text is measured once, and a simple one is as wide as it is long.
import measure, {type Options} from 'string-width';
import {isSimple, withoutStyles} from './simple.ts';

const MOST = 5000;
const known = new Map<string, number>();

export default function stringWidth(text: string, options?: Options): number {
  if (options || typeof text !== 'string') return measure(text, options);
  let width = known.get(text);
  if (width === undefined) {
    if (known.size >= MOST) known.clear();
    const visible = withoutStyles(text);
    width = isSimple(visible) ? visible.length : measure(text);
    known.set(text, width);
  }
  return width;
}
