import {Text} from 'ink';
import SelectInput from 'ink-select-input';
import {useDisplay} from '../context/display.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import {Line} from './line.tsx';
import {useTypedNumber} from './movement-keys.ts';

interface SelectProps {
  labels: readonly string[];
  index: number;
  onMove(index: number): void;
  width: number;
  rows: number;
}

/**
 * A short menu; its screen handles Enter. ink-select-input only draws it: it loses keys that arrive in one read, and
 * would choose at once on a digit.
 */
export function Select({labels, index, onMove, width, rows}: SelectProps) {
  const {theme, screenReader} = useDisplay();
  const move = (by: number) => onMove(Math.max(0, Math.min(labels.length - 1, index + by)));
  useKeys(
    [
      {keys: ['down', 'j'], label: 'next', shown: 'none', run: () => move(1)},
      {keys: ['up', 'k'], label: 'previous', shown: 'none', run: () => move(-1)},
    ],
    {
      rank: RANK.list,
      onKey: useTypedNumber(labels.length, onMove, true).onKey,
    },
  );
  const Indicator = ({isSelected = false}) => (
    <Text color={theme.color('accent')}>{isSelected ? `${theme.glyphs.marker} ` : '  '}</Text>
  );
  const Item = ({isSelected = false, label}: {isSelected?: boolean; label: string}) => {
    const text = screenReader ? `${labels.indexOf(label) + 1}. ${label}${isSelected ? ', selected' : ''}` : label;
    return <Line content={[{text, bold: isSelected}]} width={width - 2} />;
  };
  return (
    <SelectInput
      // Remounted after each move: the index is only read on mount.
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
