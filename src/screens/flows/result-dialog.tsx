import {useDisplay} from '../context/display.ts';
import {useShell} from '../context/shell.ts';
import {LinesDialog, useLinesDialogWidth} from './lines-dialog.tsx';
import {doneKeys} from './step-keys.ts';
import {type ResultStep, resultLines} from './step-lines.ts';

interface ResultDialogProps {
  /** Of the dialog. */
  title: string;
  step: ResultStep;
  onDone(): void;
}

/** What came of a write, until Esc. */
export function ResultDialog({title, step, onDone}: ResultDialogProps) {
  const {theme} = useDisplay();
  const {copy} = useShell();
  const width = useLinesDialogWidth();
  const keys = doneKeys({onDone, onCopy: () => copy(step.command, 'Command')});
  return <LinesDialog title={title} keys={keys} lines={resultLines(step, width, theme.glyphs)} />;
}
