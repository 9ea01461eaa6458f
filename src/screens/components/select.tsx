import {Text} from 'ink';
import SelectInput from 'ink-select-input';
import {createContext, useContext} from 'react';
import {useDisplay} from '../context/display.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {Segment} from '../text/line-content.ts';
import {Line} from './line.tsx';

export interface SelectItem {
  value: string;
  label: string;
}

interface SelectProps {
  items: readonly SelectItem[];
  /** Index of the marked item. */
  index: number;
  onMove(index: number): void;
  width: number;
  /** No more items than these are shown at once, the marked one among them. */
  rows: number;
}

/**
 * A short menu; Enter is a key of its screen. ink-select-input draws it but gets no keys: it loses those that arrive in
 * one read, and would choose at once on a digit. The app's own keyboard loses none.
 */
export function Select({items, index, onMove, width, rows}: SelectProps) {
  const move = (by: number) => onMove(Math.max(0, Math.min(items.length - 1, index + by)));
  useKeys(
    [
      {keys: ['down', 'j'], label: 'next', shown: 'none', run: () => move(1)},
      {keys: ['up', 'k'], label: 'previous', shown: 'none', run: () => move(-1)},
    ],
    {
      rank: RANK.list,
      onKey: ({id}) => {
        if (!/^[1-9]$/.test(id) || Number(id) > items.length) return false;
        onMove(Number(id) - 1);
        return true;
      },
    },
  );
  return (
    <ItemsContext value={{items, width}}>
      <SelectInput
        // A new one after each move: it takes its index only when it is mounted.
        key={index}
        items={items.map(({value, label}) => ({value, label}))}
        initialIndex={index}
        limit={Math.max(1, rows)}
        isFocused={false}
        indicatorComponent={Indicator}
        itemComponent={Item}
      />
    </ItemsContext>
  );
}

const ItemsContext = createContext<{items: readonly SelectItem[]; width: number}>({items: [], width: 0});

function Indicator({isSelected = false}: {isSelected?: boolean}) {
  const {theme} = useDisplay();
  return <Text color={theme.color('accent')}>{isSelected ? `${theme.glyphs.marker} ` : '  '}</Text>;
}

function Item({isSelected = false, label}: {isSelected?: boolean; label: string}) {
  const {screenReader} = useDisplay();
  const {items, width} = useContext(ItemsContext);
  const place = items.findIndex((item) => item.label === label);
  const text = screenReader ? `${place + 1}. ${label}${isSelected ? ', selected' : ''}` : label;
  const content: Segment[] = [{text, bold: isSelected}];
  return <Line content={content} width={width - 2} />;
}
