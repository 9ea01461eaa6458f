import {useShell} from '../context/shell.ts';
import type {LineContent} from '../text/line-content.ts';
import {wrap} from '../text/width.ts';
import {Dialog, dialogInside, useDialogWidth} from './dialog.tsx';
import {Line} from './line.tsx';

interface PlainConfirmationProps {
  title: string;
  /** Subject and effects, a paragraph each. */
  lines: readonly string[];
  /** What Enter does: `pause`. */
  verb: string;
  /** The equivalent command, shown below. */
  command: string;
  onConfirm(): void;
  onCancel(): void;
}

/** For what can be taken back: one Enter does it. */
export function PlainConfirmation({title, lines, verb, command, onConfirm, onCancel}: PlainConfirmationProps) {
  const {copy} = useShell();
  const inside = dialogInside(useDialogWidth());
  const row = (content: LineContent, key: string) => <Line key={key} content={content} width={inside} />;
  return (
    <Dialog
      title={title}
      keys={[
        {keys: ['enter'], label: verb, guarded: true, run: onConfirm},
        {keys: ['y'], label: 'copy command', run: () => copy(command, 'Command')},
        {keys: ['esc'], label: 'cancel', run: onCancel},
      ]}
      rows={lines.flatMap((line) => wrap(line, inside)).map((line, index) => row(line, `text ${index}`))}
      foot={[
        row('', 'above'),
        ...wrap(command, inside).map((line, index) => row([{text: line, tone: 'accent'}], `command ${index}`)),
      ]}
    />
  );
}
