import {useState} from 'react';
import {Dialog, dialogInside, useDialogWidth} from '../components/dialog.tsx';
import {Line} from '../components/line.tsx';
import {useLook} from '../context/look.ts';
import {keyName, titleOf} from '../input/key-names.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {pad} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';

const KEY_COLUMN = 22;

/** Every key that works here, made from the bindings themselves. */
export function Help({bindings, onClose}: {bindings: readonly Binding[]; onClose(): void}) {
  const {size, theme} = useLook();
  const width = useDialogWidth();
  const lines = helpLines(bindings, theme.glyphs);
  const height = Math.min(lines.length, size.rows - 6);
  const [wanted, setTop] = useState(0);
  const last = Math.max(0, lines.length - height);
  const top = Math.min(wanted, last);
  const scroll = (by: number) => setTop(Math.max(0, Math.min(last, top + by)));
  const more = lines.length > height ? ` ${top + height} of ${lines.length} lines` : '';
  return (
    <Dialog
      title={`Keys${more}`}
      keys={[
        {keys: ['esc', '?', 'q', 'enter'], label: 'close', run: onClose},
        {keys: ['down', 'j'], label: 'more', shown: last > 0 ? 'footer' : 'none', run: () => scroll(1)},
        {keys: ['up', 'k'], label: 'back', shown: 'none', run: () => scroll(-1)},
        {keys: ['pagedown', 'ctrl+d', ' '], label: 'page down', shown: 'none', run: () => scroll(height)},
        {keys: ['pageup', 'ctrl+u'], label: 'page up', shown: 'none', run: () => scroll(-height)},
        {keys: ['G', 'end'], label: 'end', shown: 'none', run: () => scroll(lines.length)},
        {keys: ['g', 'home'], label: 'start', shown: 'none', run: () => scroll(-lines.length)},
      ]}
      rows={lines.slice(top, top + height).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <Line key={index} content={line} width={dialogInside(width)} />
      ))}
    />
  );
}

const LAST_GROUPS = ['Lists', 'Everywhere'];

/** Bindings under their headings: those of the screen first, those that work everywhere last. */
export function helpLines(bindings: readonly Binding[], glyphs: Glyphs): LineContent[] {
  const named = bindings.filter(({shown}) => shown !== 'none');
  const groups = [...new Set(named.map(({group = 'This screen'}) => group))];
  groups.sort((a, b) => LAST_GROUPS.indexOf(a) - LAST_GROUPS.indexOf(b));
  return groups.flatMap((group, index): LineContent[] => [
    ...(index > 0 ? [''] : []),
    [{text: group, bold: true}],
    ...named
      .filter((binding) => (binding.group ?? 'This screen') === group)
      .map(
        (binding): LineContent => [
          {text: pad(binding.keys.map((key) => keyName(key, glyphs)).join(' '), KEY_COLUMN), tone: 'accent'},
          {text: titleOf(binding)},
          ...(binding.unavailable ? [{text: `  ${binding.unavailable}`, dim: true}] : []),
        ],
      ),
  ]);
}
