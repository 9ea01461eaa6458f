import measure, {type Options} from 'string-width';
import {isSimple, withoutStyles} from './simple-text.ts';

/** Replaces the package string-width: the width of a simple text is its length. */
export default function stringWidth(text: string, options?: Options): number {
  if (options || typeof text !== 'string') return measure(text, options);
  const visible = withoutStyles(text);
  return isSimple(visible) ? visible.length : measure(text);
}
