import {Dialog, dialogInside, useDialogWidth} from '../components/dialog.tsx';
import {Line} from '../components/line.tsx';
import type {Question} from '../context/shell.ts';
import {wrap} from '../text/width.ts';

interface QuestionDialogProps {
  question: Question;
  onAnswer(yes: boolean): void;
}

/** Asks something that Enter or `y` accepts and Esc or `n` declines. */
export function QuestionDialog({question, onAnswer}: QuestionDialogProps) {
  const width = useDialogWidth(64);
  const inside = dialogInside(width);
  const lines = question.lines.flatMap((line) => wrap(line, inside));
  return (
    <Dialog
      title={question.title}
      width={width}
      keys={[
        {keys: ['enter', 'y'], label: question.yes, guarded: true, run: () => onAnswer(true)},
        {keys: ['esc', 'n'], label: question.no, guarded: true, run: () => onAnswer(false)},
      ]}
      rows={['', ...lines, ''].map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <Line key={index} content={line} width={inside} />
      ))}
    />
  );
}
