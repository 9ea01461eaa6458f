import {Box, Text} from 'ink';
import {memo, type ReactNode} from 'react';
import type {Size} from '../../services/text/width.ts';
import {useDisplay} from '../context/services.ts';
import type {Binding} from '../input/keyboard.ts';

const SPLIT_FROM = 120;
const LIST_SHARE = 0.55;
const LEFT = 2;
const RIGHT = 1;

export function useSplit(what: string) {
  const {size, screenReader, pane} = useDisplay();
  const hasRoom = size.columns >= SPLIT_FROM && !screenReader;
  const key: Binding = {
    keys: ['z'],
    label: 'pane',
    title: pane.shown && hasRoom ? 'Hide the pane' : `Show the selected ${what} in a pane`,
    shown: hasRoom ? 'footer' : 'help',
    inPalette: true,
    unavailable: screenReader
      ? 'it has no place in screen reader mode'
      : hasRoom
        ? undefined
        : `it needs ${SPLIT_FROM} columns, this terminal has ${size.columns}`,
    run: pane.toggle,
  };
  return {at: hasRoom && pane.shown ? Math.floor(size.columns * LIST_SHARE) : undefined, key};
}

interface SplitViewProps {
  size: Size;
  at: number | undefined;
  list(size: Size): ReactNode;
  pane: ((size: Size) => ReactNode) | undefined;
}

export function SplitView({size, at, list, pane}: SplitViewProps) {
  const {columns, rows} = size;
  const {screenReader} = useDisplay();
  if (screenReader) return list(size);
  const width = at ?? columns;
  // The list stays at the same place in the tree, so React keeps its state.
  return (
    <Box>
      <Box width={width} flexDirection="column" flexShrink={0}>
        {list({columns: width, rows})}
      </Box>
      {at === undefined ? null : (
        <>
          <Rule height={rows} />
          <Box paddingLeft={LEFT} flexDirection="column" flexShrink={0}>
            {pane?.({columns: columns - at - 1 - LEFT - RIGHT, rows})}
          </Box>
        </>
      )}
    </Box>
  );
}

const Rule = memo(function Rule({height}: {height: number}) {
  const {side} = useDisplay().theme.glyphs;
  return (
    <Box width={1} flexShrink={0}>
      <Text dimColor>{Array.from({length: height}, () => side).join('\n')}</Text>
    </Box>
  );
});
