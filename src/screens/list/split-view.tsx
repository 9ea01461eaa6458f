import {Box, Text} from 'ink';
import {memo, type ReactNode} from 'react';
import {useDisplay} from '../context/display.ts';
import type {Size} from '../text/width.ts';

interface SplitViewProps {
  size: Size;
  /** Column of the rule; undefined for the list alone. */
  at: number | undefined;
  list(size: Size): ReactNode;
  pane: ((size: Size) => ReactNode) | undefined;
}

/** Blank columns beside the pane. */
const LEFT = 2;
const RIGHT = 1;

/** A list, and to the right of a rule what is known of its selected row. */
export function SplitView({size, at, list, pane}: SplitViewProps) {
  const {columns, rows} = size;
  const {screenReader} = useDisplay();
  if (screenReader) return list(size);
  const width = at ?? columns;
  // The list has the same place with and without a pane, so that it stays as it is.
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
