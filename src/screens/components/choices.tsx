import {Text} from 'ink';
import SelectInput from 'ink-select-input';
import {widthOf} from '../../services/text/width.ts';
import {useDisplay} from '../context/services.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import {type Segment, spokenRow} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {Line} from './line.tsx';
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
      // Letters do nothing, and Space works only with two choices: text in the wrong field must not choose anything.
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

/** Reads keys itself, because ink-select-input loses keys that arrive in one read, and chooses at once on a digit. */
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
