import {Box, Text} from 'ink';
import {isValidElement, type ReactElement, type ReactNode} from 'react';
import {truncate, widthOf} from '../../app/present/width.ts';
import {cleanText} from '../../services/model/clean.ts';
import {useDisplay} from '../context/display.ts';
import type {Binding} from '../input/keyboard.ts';
import {KeyLayer, useKeys} from '../input/use-keys.tsx';
import {type LineContent, lineWidth} from '../text/line-content.ts';
import {keyHints} from './key-hints.ts';
import {Line} from './line.tsx';
import {useScroll} from './scroll.tsx';

type DialogRow = LineContent | ReactElement;

interface DialogProps {
  title: string;
  top?: number;
  width?: number;
  keys: readonly Binding[];
  /** At most `useDialogInside(width)` columns wide. Scrolls if necessary. */
  lines: readonly DialogRow[];
  foot?: readonly DialogRow[];
}

const DIALOG_WIDTH = 76;
const BORDERS = 4;

function useOuterWidth(width = DIALOG_WIDTH): number {
  return Math.min(width, useDisplay().size.columns - 2);
}

export function useDialogInside(width?: number): number {
  return useOuterWidth(width) - BORDERS;
}

export function Dialog(props: DialogProps) {
  return (
    <KeyLayer modal>
      <DialogBox {...props} />
    </KeyLayer>
  );
}

/** Rows of the screen that stay visible around a scrolling dialog. */
const AROUND = 4;
const MIN_ROOM = 8;
/** The part of the screen above a dialog. */
const ABOVE = 1 / 8;

/** Its top edge stands still, whatever lines it gets: what has no room below it is scrolled. */
function DialogBox({title, top: wantedTop, width: wanted, keys, lines, foot = []}: DialogProps) {
  const {size, screenReader} = useDisplay();
  const width = useOuterWidth(wanted);
  const y = wantedTop ?? Math.floor(size.rows * ABOVE);
  // The last row stays free, unless there are few.
  const most = size.rows - y - 2 - foot.length - (y > 1 ? 1 : 0);
  const room = lines.length <= most ? most : Math.min(most, Math.max(most + y - AROUND, MIN_ROOM));
  const scroll = useScroll(lines.length, room);
  const {overflows} = scroll;
  useKeys(overflows ? [...keys, ...scroll.keys] : keys);
  if (screenReader) return <SpokenDialog {...{title, width, keys}} lines={[...lines, ...foot]} />;

  const shown = [...lines.slice(scroll.top, scroll.top + room), ...foot].slice(0, size.rows - y - 2);
  const height = shown.length + 2;
  const part = overflows ? ` (${scroll.top + 1}-${Math.min(lines.length, scroll.top + room)} of ${lines.length})` : '';
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
            <Content row={row} width={width - BORDERS} />
          </Row>
        ))}
        <LowerBorder keys={hinted} width={width} />
      </Box>
    </Box>
  );
}

/** Listed only: useScroll binds the key. */
const MORE: Binding = {keys: ['pagedown'], label: 'more', run() {}};

interface BorderProps {
  width: number;
}

function Content({row, width}: BorderProps & {row: DialogRow}) {
  return isValidElement(row) ? row : <Line content={row} width={width} />;
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
  const {theme} = useDisplay();
  const {corners, rule} = theme.glyphs;
  const hints = keyHints(keys, width - 6, theme);
  return (
    <Box>
      <Text>{`${corners[2]} `}</Text>
      <Line content={hints} width={width - 6} />
      <Text>{` ${rule.repeat(Math.max(0, width - 4 - lineWidth(hints)))}${corners[3]}`}</Text>
    </Box>
  );
}

function SpokenDialog({title, width, keys, lines}: Pick<DialogProps, 'title' | 'keys' | 'lines'> & BorderProps) {
  const {theme} = useDisplay();
  return (
    <Box flexDirection="column">
      <Line content={`Dialog: ${title}`} width={width} />
      {lines.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <Box key={index}>
          <Content row={row} width={width - BORDERS} />
        </Box>
      ))}
      <Line content={keyHints(keys, width, theme)} width={width} />
    </Box>
  );
}
