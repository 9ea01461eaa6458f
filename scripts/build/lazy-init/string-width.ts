import measure, {type Options} from 'string-width';
import {isSimple, withoutStyles} from './simple-text.ts';

/** In place of the package: a simple text is as wide as it is long. */
export default function stringWidth(text: string, options?: Options): number {
  if (options || typeof text !== 'string') return measure(text, options);
  const visible = withoutStyles(text);
  return isSimple(visible) ? visible.length : measure(text);
}
