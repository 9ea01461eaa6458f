import {useLook} from '../context/look.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {Segment} from '../text/line-content.ts';
import {widthOf} from '../text/width.ts';
import {Line} from './line.tsx';

export interface ChoiceItem {
  value: string;
  label: string;
}

interface ChoiceProps {
  items: readonly ChoiceItem[];
  value: string;
  onChange(value: string): void;
  focus: boolean;
  width: number;
}

/** A few values side by side, one of them chosen: left and right (or Space) change it. */
export function Choice({items, value, onChange, focus, width}: ChoiceProps) {
  const {theme, screenReader} = useLook();
  const index = Math.max(
    0,
    items.findIndex((item) => item.value === value),
  );
  const move = (by: number) => {
    const next = items[(index + by + items.length) % items.length];
    if (next) onChange(next.value);
  };
  useKeys(
    [
      {keys: ['right', ' ', 'l'], label: 'next choice', shown: 'none', run: () => move(1)},
      {keys: ['left', 'h'], label: 'choice before', shown: 'none', run: () => move(-1)},
    ],
    {
      active: focus,
      rank: RANK.field,
      // Spoken, the values are numbered.
      onKey({id}) {
        const item = screenReader && /^[1-9]$/.test(id) ? items[Number(id) - 1] : undefined;
        if (item) onChange(item.value);
        return item !== undefined;
      },
    },
  );
  const [open, close] = theme.glyphs.choice;
  // Where there is no room for all, the first ones give way to the chosen one.
  const room = (first: number) => items.slice(first, index + 1).reduce((sum, {label}) => sum + widthOf(label) + 4, 0);
  let first = 0;
  while (first < index && room(first) > width) first++;
  const content = items.slice(first).flatMap((item, offset): Segment[] => {
    if (first + offset !== index) return [{text: `  ${item.label}  `, dim: true}];
    return [
      {text: `${open} `, tone: focus ? 'accent' : undefined, bold: focus},
      {text: item.label, bold: true},
      {text: ` ${close}`, tone: focus ? 'accent' : undefined, bold: focus},
    ];
  });
  if (screenReader) {
    const spoken = items.map(({label}, place) => `${place + 1}. ${label}${place === index ? ', selected' : ''}`);
    return <Line content={focus ? spoken.join('; ') : (items[index]?.label ?? '')} width={width} />;
  }
  return <Line content={content} width={width} />;
}
