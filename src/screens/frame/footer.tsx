import {forFooter, keyHints} from '../components/key-hints.ts';
import {Line} from '../components/line.tsx';
import {useDisplay} from '../context/display.ts';
import {keyName} from '../input/key-names.ts';
import type {Binding} from '../input/keyboard.ts';
import {useTakesText} from '../input/use-keys.tsx';
import type {Glyphs} from '../theme.ts';

/** The keys of this screen, most useful first, cut at whole words; what cannot be done now is dimmed and comes later. */
export function Footer({bindings, width}: {bindings: readonly Binding[]; width: number}) {
  const {theme, screenReader} = useDisplay();
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
