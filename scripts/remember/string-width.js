// Ink measures every text of every frame anew: here a text is measured once.
import measure from 'string-width';

const MOST = 5000;
const known = new Map();

export default function stringWidth(text, options) {
  if (options) return measure(text, options);
  let width = known.get(text);
  if (width === undefined) {
    if (known.size >= MOST) known.clear();
    width = measure(text);
    known.set(text, width);
  }
  return width;
}
