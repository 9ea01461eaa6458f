import {Box} from 'ink';
import {Dialog, dialogInside, useDialogWidth} from '../components/dialog.tsx';
import {Line} from '../components/line.tsx';
import {Spinner} from '../components/spinner.tsx';
import {useLook} from '../context/look.ts';
import {useRouter} from '../context/router.ts';
import {noticeOf} from '../frame/banner.tsx';
import type {Load} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {wrap} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';

interface LinesDialogProps {
  title: string;
  keys: readonly Binding[];
  lines(width: number, glyphs: Glyphs): readonly LineContent[];
}

/** A dialog of lines to read. */
export function LinesDialog({title, keys, lines}: LinesDialogProps) {
  const {theme} = useLook();
  const width = dialogInside(useDialogWidth());
  return (
    <Dialog
      title={title}
      keys={keys}
      rows={lines(width, theme.glyphs).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <Line key={index} content={line} width={width} />
      ))}
    />
  );
}

interface WaitingDialogProps {
  title: string;
  keys: readonly Binding[];
  /** What is being done. */
  text: string;
  /** For long enough to say so. */
  slow: boolean;
}

/** A dialog while something is being waited for. */
export function WaitingDialog({title, keys, text, slow}: WaitingDialogProps) {
  const width = dialogInside(useDialogWidth());
  const row = (
    <Box key="wait">
      {slow ? <Spinner /> : null}
      <Line content={text} width={width - 2} />
    </Box>
  );
  return <Dialog title={title} keys={keys} rows={[row]} />;
}

/** What a dialog is about is being read, or could not be. */
export function ReadingDialog({title, load}: {title: string; load: Load<unknown>}) {
  const router = useRouter();
  const {error, busy} = load;
  const notice = error && !busy ? noticeOf(error, load.retryIn) : undefined;
  const cancel: Binding = {keys: ['esc'], label: 'cancel', run: router.back};
  if (!notice) return <WaitingDialog title={title} keys={[cancel]} text="Reading the version" slow={load.slow} />;
  return (
    <LinesDialog
      title={title}
      keys={[{keys: ['r'], label: 'try again', run: load.reload}, cancel]}
      lines={(width, {rejected}) =>
        wrap(notice.text, width - 2).map((text, index) => [
          {text: index === 0 ? `${rejected} ` : '  ', tone: 'bad', bold: true},
          {text},
        ])
      }
    />
  );
}
