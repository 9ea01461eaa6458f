import {Box, Text} from 'ink';
import Table from 'ink-table';
import {Children, type PropsWithChildren, type ReactElement} from 'react';
import {truncate, widthOf} from '../../services/text/width.ts';
import {useDisplay} from '../context/display.ts';
import {filled} from '../text/filler.ts';

/** Never drawn: pads a cell by the columns that wide characters take beyond their length. */
const PADDING = '\ue000';

/**
 * ink-table counts every character as one column, so cells are padded to as many characters as they are wide, and
 * unpadded before drawing.
 */
export function StaticTable({rows, width}: {rows: readonly (readonly [name: string, text: string])[]; width: number}) {
  const {screenReader, theme} = useDisplay();
  const nameWidth = Math.max(...rows.map(([name]) => widthOf(name)));
  if (screenReader) return <Text>{rows.map(([name, text]) => `${name}: ${text}`).join('\n')}</Text>;
  const room = width - nameWidth - 4;
  const data = rows.map(([name, text]) => ({
    name: padded(name),
    text: padded(truncate(text, room, 'end', theme.glyphs.ellipsis)),
  }));
  return (
    <Box height={rows.length}>
      <Table data={data} padding={1} header={Nothing} skeleton={Nothing} cell={Cell} />
    </Box>
  );
}

function padded(text: string): string {
  return text + PADDING.repeat(Math.max(0, widthOf(text) - text.length));
}

function Nothing(): ReactElement {
  return <Text />;
}

function Cell({children, column}: PropsWithChildren<{column: number}>): ReactElement {
  const text = Children.toArray(children).join('');
  const drawn = text.replaceAll(PADDING, '');
  // A combining character is longer than it is wide.
  const missing = ' '.repeat(Math.max(0, text.length - widthOf(drawn)));
  return <Text bold={column === 0}>{filled(drawn) + missing}</Text>;
}
