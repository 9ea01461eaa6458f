import {Box} from 'ink';
import {Dialog, dialogInside, useDialogWidth} from '../components/dialog.tsx';
import {Line} from '../components/line.tsx';
import {Spinner} from '../components/spinner.tsx';
import {useDisplay} from '../context/display.ts';
import {noticeOf} from '../frame/banner.tsx';
import type {Load} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {signedLines} from '../text/lines.ts';

/** Columns for the text of a LinesDialog. */
export function useLinesDialogWidth(): number {
  return dialogInside(useDialogWidth());
}

interface LinesDialogProps {
  title: string;
  keys: readonly Binding[];
  /** At most useLinesDialogWidth() columns wide. */
  lines: readonly LineContent[];
}

/** A dialog of lines to read. */
export function LinesDialog({title, keys, lines}: LinesDialogProps) {
  const width = useLinesDialogWidth();
  return (
    <Dialog
      title={title}
      keys={keys}
      rows={lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <Line key={index} content={line} width={width} />
      ))}
    />
  );
}

interface WaitingDialogProps {
  title: string;
  keys: readonly Binding[];
  /** `Releasing 3.3.0 for iOS` */
  text: string;
  /** Long enough to show a spinner. */
  slow: boolean;
}

/** A dialog while a request is running. */
export function WaitingDialog({title, keys, text, slow}: WaitingDialogProps) {
  const width = useLinesDialogWidth();
  const row = (
    <Box key="wait">
      {slow ? <Spinner /> : null}
      <Line content={text} width={width - 2} />
    </Box>
  );
  return <Dialog title={title} keys={keys} rows={[row]} />;
}

interface ReadingDialogProps {
  title: string;
  load: Load<unknown>;
  onCancel(): void;
}

/** A dialog while its version is being read, or when it could not be. */
export function ReadingDialog({title, load, onCancel}: ReadingDialogProps) {
  const {glyphs} = useDisplay().theme;
  const width = useLinesDialogWidth();
  const {error, busy} = load;
  const cancel: Binding = {keys: ['esc'], label: 'cancel', run: onCancel};
  if (!error || busy)
    return <WaitingDialog title={title} keys={[cancel]} text="Reading the version" slow={load.slow} />;
  const {text} = noticeOf(error, load.retryIn);
  return (
    <LinesDialog
      title={title}
      keys={[{keys: ['r'], label: 'try again', run: load.reload}, cancel]}
      lines={signedLines({sign: glyphs.rejected, tone: 'bad'}, text, width)}
    />
  );
}
