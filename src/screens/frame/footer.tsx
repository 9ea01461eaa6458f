import {useApp} from '../app-context.ts';
import {Line, lineWidth, type Segment} from '../components/line.tsx';
import {keyName} from '../input/key-names.ts';
import type {Binding} from '../input/keyboard.ts';
import {useTakesText} from '../input/use-keys.tsx';
import type {Glyphs} from '../theme.ts';

/** The keys of this screen, most useful first, cut at whole words; what cannot be done now is dimmed and comes later. */
export function Footer({bindings, width}: {bindings: readonly Binding[]; width: number}) {
  const {theme, screenReader} = useApp();
  const takesText = useTakesText();
  // In a field a letter is a letter.
  const working = takesText ? bindings.filter(({keys: [key = '']}) => key.length > 1) : bindings;
  if (screenReader && working.length > 0) return <Line content={spokenKeys(working, theme.glyphs)} width={width} />;
  return <Line content={keyHints(working, width, theme.glyphs)} width={width} />;
}

function spokenKeys(bindings: readonly Binding[], glyphs: Glyphs): string {
  const named = forFooter(bindings).filter(({unavailable}) => unavailable === undefined);
  return `Keys: ${named.map(({keys, label}) => `${keyName(keys[0] ?? '', glyphs)} ${label}`).join(', ')}.`;
}

/** Each key once: one that is named already does that, not what it does elsewhere. */
function forFooter(bindings: readonly Binding[]): Binding[] {
  const shown = bindings.filter((binding) => (binding.shown ?? 'footer') === 'footer');
  const first = new Map(shown.map(({keys: [key = '']}, index) => [key, index] as const).reverse());
  return shown.filter(({keys: [key = '']}, index) => first.get(key) === index);
}

const GAP = '  ';

/** As many hints as fit in `width` columns; the last binding (help) is always among them. */
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
