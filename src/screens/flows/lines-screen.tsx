import {Box} from 'ink';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import {Line} from '../components/line.tsx';
import {Scroll} from '../components/scroll.tsx';
import {Spinner} from '../components/spinner.tsx';
import {useDisplay} from '../context/display.ts';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {indented} from '../text/lines.ts';

const MARGIN = 2;

export function useLinesWidth(): number {
  return useDisplay().size.columns - 2 * MARGIN;
}

interface LinesProps {
  keys: readonly Binding[];
  waiting?: boolean;
  lines: readonly LineContent[];
}

interface LinesScreenProps extends LinesProps {
  crumbs: readonly string[];
  sub?: LineContent;
}

export function LinesScreen({crumbs, keys, waiting, sub, lines}: LinesScreenProps) {
  const shown = ['', ...indented(lines, ' '.repeat(MARGIN))];
  return (
    <Screen crumbs={crumbs} sub={sub} keys={keys} waiting={waiting}>
      {({columns, rows}) => <Scroll lines={shown} width={columns} height={rows} />}
    </Screen>
  );
}

export type Frame = {crumbs: readonly string[]} | {title: string};

export function useFrameWidth(frame: Frame): number {
  const screen = useLinesWidth();
  const dialog = useDialogInside();
  return 'title' in frame ? dialog : screen;
}

export function LinesView({frame, keys, waiting = false, lines}: LinesProps & {frame: Frame}) {
  const width = useDialogInside();
  if (!('title' in frame)) return <LinesScreen {...{keys, waiting, lines}} crumbs={frame.crumbs} />;
  const [only, more] = lines;
  // A dialog has no header for the spinner: it goes before the only line.
  if (!waiting || only === undefined || more !== undefined) return <Dialog title={frame.title} {...{keys, lines}} />;
  const row = (
    <Box>
      <Spinner />
      <Line content={only} width={width - 2} />
    </Box>
  );
  return <Dialog title={frame.title} keys={keys} lines={[row]} />;
}
