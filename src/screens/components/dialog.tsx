import {Box, Text} from 'ink';
import {isValidElement, type ReactElement, useContext} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {truncate} from '../../services/text/width.ts';
import {useDisplay} from '../context/services.ts';
import {ShellStateContext} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';
import {KeyLayer, useKeys} from '../input/use-keys.tsx';
import {type LineContent, lineWidth, type Segment} from '../text/lines.ts';
import {keyHints} from './key-hints.ts';
import {Line, ToastLines, useScroll} from './line.tsx';

type DialogRow = LineContent | ReactElement;

interface DialogProps {
  title: string;
  top?: number;
  width?: number;
  keys: readonly Binding[];
  lines: readonly DialogRow[];
  foot?: readonly DialogRow[];
}

const DIALOG_WIDTH = 76;
export const BORDERS = 4;

function useOuterWidth(width = DIALOG_WIDTH): number {
  return Math.min(width, useDisplay().size.columns - 2);
}

export function useDialogInside(width?: number): number {
  return useOuterWidth(width) - BORDERS;
}

export function Dialog(props: DialogProps) {
  return (
    <KeyLayer>
      <DialogBox {...props} />
    </KeyLayer>
  );
}

const AROUND = 4;
const MIN_ROOM = 8;
const ABOVE = 1 / 8;

function DialogBox({title, top: wantedTop, width: wanted, keys, lines, foot = []}: DialogProps) {
  const {size, theme, screenReader} = useDisplay();
  const {toast} = useContext(ShellStateContext);
  const width = useOuterWidth(wanted);
  const y = wantedTop ?? Math.floor(size.rows * ABOVE);
  const most = size.rows - y - 2 - foot.length - (y > 1 ? 1 : 0);
  const room = lines.length <= most ? most : Math.min(most, Math.max(most + y - AROUND, MIN_ROOM));
  const scroll = useScroll(lines.length, room);
  const {more} = scroll;
  useKeys(more ? [...keys, ...scroll.keys] : keys, {modal: true});
  if (screenReader) {
    const spoken = [`Dialog: ${title}`, ...lines, ...foot, keyHints(keys, width, theme)];
    return (
      <Box flexDirection="column">
        {spoken.map((row, index) => (
          <Content key={index} row={row} width={width} />
        ))}
      </Box>
    );
  }

  const {corners, rule, ellipsis, side} = theme.glyphs;
  const inside = width - BORDERS;
  const shown = [...lines.slice(scroll.top, scroll.top + room), ...foot].slice(0, size.rows - y - 2);
  const height = shown.length + 2;
  const part = more ? ` (${scroll.top + 1}-${Math.min(lines.length, scroll.top + room)} of ${lines.length})` : '';
  const heading = truncate(cleanText(title), inside - 2 - part.length, 'end', ellipsis);
  const hints = keyHints(more ? [{keys: [more], label: 'more'}, ...keys] : keys, inside - 2, theme);
  const border = ([start, end]: string, content: readonly Segment[]) => (
    <Line
      width={width}
      content={[
        {text: `${start} `},
        ...content,
        {text: ` ${rule.repeat(Math.max(0, inside - lineWidth(content)))}${end}`},
      ]}
    />
  );
  // A message must not cover the keys, so it goes below the dialog or, if there is no room, right above the keys.
  const below = (count: number) => (y + height < size.rows - count ? size.rows - 1 : y + height - 1);
  return (
    <>
      <Box position="absolute" top={y} width={size.columns} height={height} justifyContent="center">
        <Box position="absolute">
          <Text>{Array.from({length: height}, () => ' '.repeat(size.columns)).join('\n')}</Text>
        </Box>
        <Box flexDirection="column" width={width} height={height}>
          {border(corners.slice(0, 2), [{text: heading, bold: true}, {text: part}])}
          {shown.map((row, index) => (
            <Box key={index} width={width} height={1} justifyContent="space-between" flexShrink={0}>
              <Box>
                <Text>{`${side} `}</Text>
                <Content row={row} width={inside} />
              </Box>
              <Text>{side}</Text>
            </Box>
          ))}
          {border(corners.slice(2), hints)}
        </Box>
      </Box>
      {toast ? <ToastLines {...{toast, below}} /> : null}
    </>
  );
}

function Content({row, width}: {row: DialogRow; width: number}) {
  return isValidElement(row) ? row : <Line content={row} width={width} />;
}
