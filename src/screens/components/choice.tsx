import {widthOf} from '../../app/present/width.ts';
import {useDisplay} from '../context/display.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import type {Segment} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';
import {Line} from './line.tsx';
import {useTypedNumber} from './movement-keys.ts';

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

export function Choice(props: ChoiceProps) {
  const {items, value, onChange, focus, width} = props;
  const {theme, screenReader} = useDisplay();
  const found = items.findIndex((item) => item.value === value);
  const index = Math.max(0, found);
  const choose = (place: number) => {
    const next = items[(place + items.length) % items.length];
    if (next) onChange(next.value);
  };
  const {onKey} = useTypedNumber(items.length, choose);
  useKeys(
    [
      {keys: ['right', ' ', 'l'], label: 'next choice', shown: 'none', run: () => choose(index + 1)},
      {keys: ['left', 'h'], label: 'previous choice', shown: 'none', run: () => choose(index - 1)},
    ],
    {
      active: focus,
      rank: RANK.field,
      onKey,
    },
  );
  const content = screenReader ? spokenChoice(items, index, focus) : choiceSegments(props, index, theme.glyphs);
  return <Line content={content} width={width} />;
}

function spokenChoice(items: readonly ChoiceItem[], index: number, focus: boolean): string {
  if (!focus) return items[index]?.label ?? '';
  return items.map(({label}, place) => `${place + 1}. ${label}${place === index ? ', selected' : ''}`).join('; ');
}

const AROUND = 4;

function choiceSegments({items, focus, width}: ChoiceProps, index: number, {choice: [open, close]}: Glyphs): Segment[] {
  // Without room for all, drops the first ones until the chosen one fits.
  const widthFrom = (first: number) =>
    items.slice(first, index + 1).reduce((sum, {label}) => sum + widthOf(label) + AROUND, 0);
  let first = 0;
  while (first < index && widthFrom(first) > width) first++;
  const sign: Omit<Segment, 'text'> = {tone: focus ? 'accent' : undefined, bold: focus};
  return items.slice(first).flatMap(({label}, offset): Segment[] => {
    if (first + offset !== index) return [{text: `  ${label}  `, dim: true}];
    return [
      {text: `${open} `, ...sign},
      {text: label, bold: true},
      {text: ` ${close}`, ...sign},
    ];
  });
}
