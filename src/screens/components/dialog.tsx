import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {useLook} from '../context/look.ts';
import type {Binding} from '../input/keyboard.ts';
import {KeyLayer, useKeys} from '../input/use-keys.tsx';
import {lineWidth} from '../text/line-content.ts';
import {truncate, widthOf} from '../text/width.ts';
import {keyHints} from './key-hints.ts';
import {Line} from './line.tsx';

export interface DialogProps {
  title: string;
  /** Rows from the top of the screen; centred when absent. */
  top?: number;
  /** Outer width; cut to the screen. */
  width?: number;
  keys: readonly Binding[];
  /** Its content, one node per row, each one line high and at most `dialogInside(width)` wide. */
  rows: readonly ReactNode[];
}

export const DIALOG_WIDTH = 76;

/** Columns inside a dialog of an outer width. */
export function dialogInside(width: number): number {
  return width - 4;
}

/** The outer width of a dialog on this screen. */
export function useDialogWidth(width = DIALOG_WIDTH): number {
  return Math.min(width, useLook().size.columns - 2);
}

/** A box over the screen that keeps all keys to itself. Its own keys stand in its lower border. */
export function Dialog(props: DialogProps) {
  return (
    <KeyLayer modal>
      <DialogBox {...props} />
    </KeyLayer>
  );
}

function DialogBox({title, top, width: wanted, keys, rows}: DialogProps) {
  const {size, theme, screenReader} = useLook();
  useKeys(keys);
  const width = useDialogWidth(wanted);
  const {corners, rule, side, ellipsis} = theme.glyphs;
  if (screenReader) {
    return (
      <Box flexDirection="column">
        <Line content={`Dialog: ${title}`} width={width} />
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <Box key={index}>{row}</Box>
        ))}
        <Line content={keyHints(keys, width, theme.glyphs)} width={width} />
      </Box>
    );
  }
  const shownRows = rows.slice(0, size.rows - 2);
  const height = shownRows.length + 2;
  const y = Math.max(0, Math.min(top ?? Math.floor((size.rows - height) / 2), size.rows - height));
  const heading = truncate(cleanText(title), width - 6, 'end', ellipsis);
  const hints = keyHints(keys, width - 6, theme.glyphs);
  return (
    <Box position="absolute" top={y} width={size.columns} height={height} justifyContent="center">
      <Box position="absolute">
        <Text>{Array.from({length: height}, () => ' '.repeat(size.columns)).join('\n')}</Text>
      </Box>
      <Box flexDirection="column" width={width} height={height}>
        <Text>
          {`${corners[0]} `}
          <Text bold>{heading}</Text>
          {` ${rule.repeat(Math.max(0, width - 4 - widthOf(heading)))}${corners[1]}`}
        </Text>
        {shownRows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <Box key={index} width={width} height={1} justifyContent="space-between" flexShrink={0}>
            <Box>
              <Text>{`${side} `}</Text>
              {row}
            </Box>
            <Text>{side}</Text>
          </Box>
        ))}
        <Box>
          <Text>{`${corners[2]} `}</Text>
          <Line content={hints} width={width - 6} />
          <Text>{` ${rule.repeat(Math.max(0, width - 4 - lineWidth(hints)))}${corners[3]}`}</Text>
        </Box>
      </Box>
    </Box>
  );
}
