import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {useDisplay} from '../context/display.ts';
import type {Binding} from '../input/keyboard.ts';
import {KeyLayer, useKeys} from '../input/use-keys.tsx';
import {lineWidth} from '../text/line-content.ts';
import {truncate, widthOf} from '../text/width.ts';
import {keyHints} from './key-hints.ts';
import {Line} from './line.tsx';
import {useScroll} from './scroll.tsx';

export interface DialogProps {
  title: string;
  /** Rows from the top of the screen; centred when absent. */
  top?: number;
  /** Outer width; cut to the screen. */
  width?: number;
  keys: readonly Binding[];
  /** Its content, one node per row, each one line high and at most `dialogInside(width)` wide. Scrolled when too long. */
  rows: readonly ReactNode[];
  /** Rows below them that stay in view, e.g. a field. */
  foot?: readonly ReactNode[];
}

const DIALOG_WIDTH = 76;

/** Columns inside a dialog of an outer width. */
export function dialogInside(width: number): number {
  return width - 4;
}

/** The outer width of a dialog on this screen. */
export function useDialogWidth(width = DIALOG_WIDTH): number {
  return Math.min(width, useDisplay().size.columns - 2);
}

/** A box over the screen that takes all keys. Its lower border names them. */
export function Dialog(props: DialogProps) {
  return (
    <KeyLayer modal>
      <DialogBox {...props} />
    </KeyLayer>
  );
}

/** Rows of the screen that stay in view around a dialog that scrolls. */
const AROUND = 4;
/** Fewer rows than these are hard to read. */
const LEAST_ROOM = 8;

function DialogBox({title, top, width: wanted, keys, rows, foot = []}: DialogProps) {
  const {size, screenReader} = useDisplay();
  const width = useDialogWidth(wanted);
  const most = size.rows - 2 - foot.length;
  const room = rows.length <= most ? most : Math.max(most - AROUND, Math.min(most, LEAST_ROOM));
  const scroll = useScroll(rows.length, room);
  const {overflows} = scroll;
  useKeys(overflows ? [...keys, ...scroll.keys] : keys);
  if (screenReader) return <SpokenDialog {...{title, width, keys}} rows={[...rows, ...foot]} />;

  const shown = [...rows.slice(scroll.top, scroll.top + room), ...foot].slice(0, size.rows - 2);
  const height = shown.length + 2;
  const y = Math.max(0, Math.min(top ?? Math.floor((size.rows - height) / 2), size.rows - height));
  const part = overflows ? ` (${scroll.top + 1}-${Math.min(rows.length, scroll.top + room)} of ${rows.length})` : '';
  const hinted = overflows ? [MORE, ...keys] : keys;
  return (
    <Box position="absolute" top={y} width={size.columns} height={height} justifyContent="center">
      <Box position="absolute">
        <Text>{Array.from({length: height}, () => ' '.repeat(size.columns)).join('\n')}</Text>
      </Box>
      <Box flexDirection="column" width={width} height={height}>
        <UpperBorder title={title} part={part} width={width} />
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <Row key={index} width={width}>
            {row}
          </Row>
        ))}
        <LowerBorder keys={hinted} width={width} />
      </Box>
    </Box>
  );
}

/** Names the key in the border; useScroll has the keys themselves. */
const MORE: Binding = {keys: ['pagedown'], label: 'more', run() {}};

interface BorderProps {
  width: number;
}

function UpperBorder({title, part, width}: BorderProps & {title: string; part: string}) {
  const {corners, rule, ellipsis} = useDisplay().theme.glyphs;
  const heading = truncate(cleanText(title), width - 6 - part.length, 'end', ellipsis);
  return (
    <Text>
      {`${corners[0]} `}
      <Text bold>{heading}</Text>
      {`${part} ${rule.repeat(Math.max(0, width - 4 - widthOf(heading + part)))}${corners[1]}`}
    </Text>
  );
}

function Row({width, children}: BorderProps & {children: ReactNode}) {
  const {side} = useDisplay().theme.glyphs;
  return (
    <Box width={width} height={1} justifyContent="space-between" flexShrink={0}>
      <Box>
        <Text>{`${side} `}</Text>
        {children}
      </Box>
      <Text>{side}</Text>
    </Box>
  );
}

function LowerBorder({keys, width}: BorderProps & {keys: readonly Binding[]}) {
  const {glyphs} = useDisplay().theme;
  const {corners, rule} = glyphs;
  const hints = keyHints(keys, width - 6, glyphs);
  return (
    <Box>
      <Text>{`${corners[2]} `}</Text>
      <Line content={hints} width={width - 6} />
      <Text>{` ${rule.repeat(Math.max(0, width - 4 - lineWidth(hints)))}${corners[3]}`}</Text>
    </Box>
  );
}

function SpokenDialog({title, width, keys, rows}: Pick<DialogProps, 'title' | 'keys' | 'rows'> & BorderProps) {
  const {theme} = useDisplay();
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
