import {useState} from 'react';
import {useDisplay} from '../context/display.ts';
import type {Segment} from '../text/line-content.ts';
import {Dialog} from './dialog.tsx';

export interface FilterItem<Value extends string> {
  value: Value;
  label: readonly Segment[];
}

interface FilterPickerProps<Value extends string> {
  title: string;
  items: readonly FilterItem<Value>[];
  chosen: readonly Value[];
  onApply(chosen: readonly Value[]): void;
  onCancel(): void;
}

const WIDTH = 44;

export function FilterPicker<Value extends string>(props: FilterPickerProps<Value>) {
  const {title, items, onApply, onCancel} = props;
  const {theme, screenReader} = useDisplay();
  const [chosen, setChosen] = useState<readonly Value[]>(props.chosen);
  const [index, setIndex] = useState(0);
  const {checked, unchecked, marker} = theme.glyphs;
  const move = (by: number) => setIndex((index + by + items.length) % items.length);
  const toggle = () =>
    setChosen(
      items.map(({value}) => value).filter((value) => chosen.includes(value) !== (value === items[index]?.value)),
    );
  return (
    <Dialog
      title={title}
      width={WIDTH}
      keys={[
        {keys: [' ', 'x'], label: 'toggle', run: toggle},
        {keys: ['enter'], label: 'apply', run: () => onApply(chosen)},
        {keys: ['a'], label: 'all', title: 'All: no filter', run: () => setChosen([])},
        {keys: ['down', 'j', 'tab'], label: 'next', shown: 'none', run: () => move(1)},
        {keys: ['up', 'k', 'shift+tab'], label: 'previous', shown: 'none', run: () => move(-1)},
        {
          keys: items.map((_, place) => String(place + 1)),
          label: 'go to',
          shown: 'none',
          run: ({id}) => setIndex(Number(id) - 1),
        },
        {keys: ['esc', 'q'], label: 'cancel', run: onCancel},
      ]}
      lines={items.map(({value, label}, place): Segment[] => {
        const isChosen = chosen.includes(value);
        return [
          {text: place === index ? `${marker} ` : '  ', tone: 'accent'},
          {text: `${screenReader ? `${place + 1}. ` : ''}${isChosen ? checked : unchecked} `, bold: place === index},
          ...label.map((segment) => ({...segment, bold: place === index || segment.bold})),
        ];
      })}
    />
  );
}
