import {Text} from 'ink';
import SelectInput from 'ink-select-input';
import {createContext, useContext} from 'react';
import {useDisplay} from '../context/display.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import {Line} from './line.tsx';

interface SelectProps {
  /** Each of them once. */
  labels: readonly string[];
  /** Of the marked one. */
  index: number;
  onMove(index: number): void;
  width: number;
  /** No more than these are shown at once, the marked one among them. */
  rows: number;
}

/**
 * A short menu; Enter is a key of its screen. ink-select-input draws it but gets no keys: it loses those that arrive in
 * one read, and would choose at once on a digit. The app's own keyboard loses none.
 */
export function Select({labels, index, onMove, width, rows}: SelectProps) {
  const move = (by: number) => onMove(Math.max(0, Math.min(labels.length - 1, index + by)));
  useKeys(
    [
      {keys: ['down', 'j'], label: 'next', shown: 'none', run: () => move(1)},
      {keys: ['up', 'k'], label: 'previous', shown: 'none', run: () => move(-1)},
    ],
    {
      rank: RANK.list,
      onKey: ({id}) => {
        if (!/^[1-9]$/.test(id) || Number(id) > labels.length) return false;
        onMove(Number(id) - 1);
        return true;
      },
    },
  );
  return (
    <SelectContext value={{labels, width}}>
      <SelectInput
        // A new one after each move: it takes its index only when it is mounted.
        key={index}
        items={labels.map((label) => ({value: label, label}))}
        initialIndex={index}
        limit={Math.max(1, rows)}
        isFocused={false}
        indicatorComponent={Indicator}
        itemComponent={Item}
      />
    </SelectContext>
  );
}

const SelectContext = createContext<Pick<SelectProps, 'labels' | 'width'>>({labels: [], width: 0});

function Indicator({isSelected = false}: {isSelected?: boolean}) {
  const {theme} = useDisplay();
  return <Text color={theme.color('accent')}>{isSelected ? `${theme.glyphs.marker} ` : '  '}</Text>;
}

function Item({isSelected = false, label}: {isSelected?: boolean; label: string}) {
  const {screenReader} = useDisplay();
  const {labels, width} = useContext(SelectContext);
  const text = screenReader ? `${labels.indexOf(label) + 1}. ${label}${isSelected ? ', selected' : ''}` : label;
  return <Line content={[{text, bold: isSelected}]} width={width - 2} />;
}
