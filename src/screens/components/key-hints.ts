import {keyName} from '../input/key-names.ts';
import type {Binding} from '../input/keyboard.ts';
import {lineWidth, type Segment} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';

/** Each key once: the first binding of a key wins. */
export function forFooter(bindings: readonly Binding[]): Binding[] {
  const shown = bindings.filter((binding) => (binding.shown ?? 'footer') === 'footer');
  const first = new Map(shown.map(({keys: [key = '']}, index) => [key, index] as const).reverse());
  return shown.filter(({keys: [key = '']}, index) => first.get(key) === index);
}

const GAP = '  ';

/** As many hints as fit; the last binding (help) is always included. */
export function keyHints(bindings: readonly Binding[], width: number, glyphs: Glyphs): Segment[] {
  const named = forFooter(bindings);
  const ordered = [
    ...named.filter(({unavailable}) => unavailable === undefined),
    ...named.filter(({unavailable}) => unavailable !== undefined),
  ];
  const last = named.at(-1);
  const hints = ordered.filter((binding) => binding !== last).map((binding) => hint(binding, glyphs));
  const end = last ? hint(last, glyphs) : [];
  let room = width - lineWidth(end);
  const kept: Segment[] = [];
  for (const segments of hints) {
    const needed = lineWidth(segments) + GAP.length;
    if (needed > room) break;
    room -= needed;
    kept.push(...segments, {text: GAP});
  }
  return [...kept, ...end];
}

function hint({keys, label, unavailable}: Binding, glyphs: Glyphs): Segment[] {
  const dim = unavailable !== undefined;
  return [
    {text: keyName(keys[0] ?? '', glyphs), bold: !dim, tone: dim ? undefined : 'accent', dim},
    {text: ` ${label}`, dim: true},
  ];
}
