import {useCallback, useRef, useState} from 'react';
import {wrap} from '../../app/present/width.ts';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import type {Question, Shell} from '../context/shell.ts';

interface Asked {
  id: number;
  question: Question;
  answer(yes: boolean): void;
}

export function useQuestions(): Pick<Shell, 'ask' | 'leave' | 'guard'> & {asked: Asked | undefined} {
  const [asked, setAsked] = useState<Asked>();
  const guard = useRef<Question | undefined>(undefined);
  const count = useRef(0);
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(undefined);
          resolve(yes);
        };
        count.current += 1;
        setAsked({id: count.current, question, answer});
      }),
    [],
  );
  const leave = useCallback(
    (then: () => void, onStay: () => void = () => {}) => {
      const question = guard.current;
      if (question === undefined) return then();
      ask(question).then((yes) => (yes ? then() : onStay()));
    },
    [ask],
  );
  return {asked, ask, guard, leave};
}

const WIDTH = 64;

export function QuestionDialog({question, onAnswer}: {question: Question; onAnswer(yes: boolean): void}) {
  const inside = useDialogInside(WIDTH);
  return (
    <Dialog
      title={question.title}
      width={WIDTH}
      keys={[
        {keys: ['enter', 'y'], label: question.yes, guarded: true, run: () => onAnswer(true)},
        {keys: ['esc', 'n'], label: question.no, guarded: true, run: () => onAnswer(false)},
      ]}
      lines={['', ...question.lines.flatMap((line) => wrap(line, inside)), '']}
    />
  );
}
