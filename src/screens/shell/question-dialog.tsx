import {Dialog, useDialogInside} from '../components/dialog.tsx';
import type {Question} from '../context/shell.ts';
import {wrap} from '../text/width.ts';

interface QuestionDialogProps {
  question: Question;
  onAnswer(yes: boolean): void;
}

const WIDTH = 64;

/** Asks something that Enter or `y` accepts and Esc or `n` declines. */
export function QuestionDialog({question, onAnswer}: QuestionDialogProps) {
  const inside = useDialogInside(WIDTH);
  const lines = question.lines.flatMap((line) => wrap(line, inside));
  return (
    <Dialog
      title={question.title}
      width={WIDTH}
      keys={[
        {keys: ['enter', 'y'], label: question.yes, guarded: true, run: () => onAnswer(true)},
        {keys: ['esc', 'n'], label: question.no, guarded: true, run: () => onAnswer(false)},
      ]}
      lines={['', ...lines, '']}
    />
  );
}
