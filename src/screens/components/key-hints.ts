import {pad, widthOf} from '../../services/text/width.ts';
import {type Binding, keyName} from '../input/keyboard.ts';
import {lineWidth, type Segment} from '../text/lines.ts';
import type {Theme} from '../theme.ts';

export function lastHints(bindings: readonly Binding[]): Binding[] {
  const esc = bindings.find(({keys, shown}) => keys.includes('esc') && shown !== 'none');
  const leave = esc ? {...esc, keys: ['esc']} : bindings.find(({keys: [key]}) => key === 'q');
  const help = bindings.find((one) => one !== esc && (one.keys.includes('?') || one.keys.includes('f1')));
  return [leave, help].filter((binding) => binding !== undefined);
}

export function footerKeys(bindings: readonly Binding[]): {others: Binding[]; last: Binding[]} {
  const last = lastHints(bindings);
  const seen = new Set(last.map(({keys: [key]}) => key));
  const once = bindings.filter(({keys: [key]}) => !seen.has(key) && seen.add(key));
  const shownAs = (wanted: Binding['shown']) => once.filter(({shown = 'footer'}) => shown === wanted);
  return {others: [...shownAs('footer'), ...shownAs('rest')], last};
}

const GAP = 2;

export function keyHints(bindings: readonly Binding[], width: number, theme: Theme, isFooter = false): Segment[] {
  const {others, last} = footerKeys(bindings);
  const end = joined(last, theme);
  let room = width - lineWidth(end);
  const tooWide = others.findIndex((binding) => {
    room -= lineWidth(joined([binding], theme)) + GAP;
    return room < 0;
  });
  const start = joined(tooWide < 0 ? others : others.slice(0, tooWide), theme);
  const gap = isFooter ? width - lineWidth(start) - lineWidth(end) : start.length > 0 && last.length > 0 ? GAP : 0;
  return [...start, {text: ' '.repeat(Math.max(0, gap))}, ...end];
}

function joined(bindings: readonly Binding[], {glyphs, plain}: Theme): Segment[] {
  return bindings.flatMap(({keys: [key = ''], label, room = 0, unavailable}, index): Segment[] => {
    const dim = unavailable !== undefined;
    const text = ` ${label}`;
    const [open, close] = plain ? (dim ? ['(', ')'] : [' ', ' ']) : ['', ''];
    const gap = index > 0 ? GAP - open.length - close.length : 0;
    // A key without a label keeps its place in the footer.
    if (label === '') return [{text: ' '.repeat(gap + widthOf(keyName(key, glyphs)) + room + 1 + 2 * open.length)}];
    return [
      {text: ' '.repeat(gap) + open},
      {text: keyName(key, glyphs), bold: !dim, dim},
      {text: pad(`${text}${close}`, room + 1 + close.length), dim: true},
    ];
  });
}
