import {Text} from 'ink';
import SelectInput from 'ink-select-input';
import {useState} from 'react';
import {widthOf} from '../../services/text/width.ts';
import {useDisplay} from '../context/services.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import {SELECTED, type Segment, spokenRow} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {Dialog} from './dialog.tsx';
import {Line} from './line.tsx';
import {scrollTo} from './list-model.ts';
import {stepKeys, useTypedNumber} from './movement-keys.ts';

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
    const next = items[place];
    if (next) onChange(next.value);
  };
  useKeys(
    [
      ...stepKeys(['right'], ['left'], (by) => choose(Math.max(0, Math.min(items.length - 1, index + by)))),
      // Letters do nothing, and Space only switches between two: text typed in the wrong field must not choose.
      ...(items.length === 2
        ? [{keys: [' '], label: 'next', shown: 'none' as const, run: () => choose(1 - index)}]
        : []),
    ],
    {active: focus, rank: RANK.field, onKey: useTypedNumber(index, items.length, choose)},
  );
  const content = screenReader ? spokenChoice(items, index, focus) : choiceSegments(props, index, theme.glyphs);
  return <Line content={content} width={width} />;
}

function spokenChoice(items: readonly ChoiceItem[], index: number, focus: boolean): string {
  if (!focus) return items[index]?.label ?? '';
  return items.map(({label}, place) => spokenRow(place, label, place === index)).join('; ');
}

const AROUND = 4;

function choiceSegments({items, focus, width}: ChoiceProps, index: number, {choice: [open, close]}: Glyphs): Segment[] {
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

interface SelectProps {
  labels: readonly string[];
  index: number;
  onMove(index: number): void;
  width: number;
  rows: number;
}

/** ink-select-input only draws it: it loses keys that arrive in one read, and would choose at once on a digit. */
export function Select({labels, index, onMove, width, rows}: SelectProps) {
  const {theme, screenReader} = useDisplay();
  const move = (by: number) => onMove(Math.max(0, Math.min(labels.length - 1, index + by)));
  useKeys(stepKeys(['down', 'j'], ['up', 'k'], move), {
    rank: RANK.list,
    onKey: useTypedNumber(index, labels.length, onMove),
  });
  const Indicator = ({isSelected = false}) => (
    <Text color={theme.color('accent')}>{screenReader ? '' : isSelected ? `${theme.glyphs.marker} ` : '  '}</Text>
  );
  const Item = ({isSelected = false, label}: {isSelected?: boolean; label: string}) => {
    const text = screenReader ? spokenRow(labels.indexOf(label), label, isSelected) : label;
    return <Line content={[{text, bold: isSelected}]} width={width - 2} />;
  };
  return (
    <SelectInput
      // The component reads the index only on mount, so a new key remounts it after each move.
      key={index}
      items={labels.map((label) => ({value: label, label}))}
      initialIndex={index}
      limit={Math.max(1, rows)}
      isFocused={false}
      indicatorComponent={Indicator}
      itemComponent={Item}
    />
  );
}

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
const AROUND_PICKER = 6;

export function FilterPicker<Value extends string>(props: FilterPickerProps<Value>) {
  const {title, items, onApply, onCancel} = props;
  const {theme, screenReader, size} = useDisplay();
  const [chosen, setChosen] = useState<readonly Value[]>(props.chosen);
  const [index, setIndex] = useState(0);
  const {checked, unchecked, marker} = theme.glyphs;
  const room = screenReader ? items.length : Math.min(items.length, size.rows - AROUND_PICKER);
  const top = scrollTo(0, index, room, items.length);
  const part = room < items.length ? ` (${index + 1}/${items.length})` : '';
  const move = (by: number) => setIndex((index + by + items.length) % items.length);
  const toggle = () =>
    setChosen(
      items.map(({value}) => value).filter((value) => chosen.includes(value) !== (value === items[index]?.value)),
    );
  return (
    <Dialog
      title={title + part}
      width={WIDTH}
      keys={[
        {keys: [' ', 'x'], label: 'toggle', run: toggle},
        {keys: ['enter'], label: 'apply', run: () => onApply(chosen)},
        {keys: ['a'], label: 'all', title: 'All: no filter', run: () => setChosen([])},
        ...stepKeys(['down', 'j', 'tab'], ['up', 'k', 'shift+tab'], move),
        {keys: ['esc', 'q'], label: 'cancel', run: onCancel},
      ]}
      lines={items.slice(top, top + room).map(({value, label}, offset): Segment[] => {
        const place = top + offset;
        const isChosen = chosen.includes(value);
        return [
          {text: place === index ? `${marker} ` : '  ', tone: 'accent', decor: true},
          {text: `${screenReader ? `${place + 1}. ` : ''}${isChosen ? checked : unchecked} `, bold: place === index},
          ...label.map((segment) => ({...segment, bold: place === index || segment.bold})),
          ...(screenReader && place === index ? [{text: SELECTED}] : []),
        ];
      })}
    />
  );
}
