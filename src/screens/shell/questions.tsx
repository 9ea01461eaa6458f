import {useCallback, useEffect, useRef, useState} from 'react';
import {wrap} from '../../app/present/width.ts';
import {Dialog, useDialogInside} from '../components/dialog.tsx';
import type {Question, Shell} from '../context/shell.ts';
import {useTargetBelow} from '../frame/target.ts';

interface Asked {
  id: number;
  question: Question;
  /** Whether what was asked about has ended meanwhile. */
  isOver(): boolean;
  answer(yes: boolean): void;
}

export function useQuestions(): Pick<Shell, 'ask' | 'leave' | 'guard'> & {asked: Asked | undefined} {
  const [asked, setAsked] = useState<Asked>();
  const guard = useRef<Question | undefined>(undefined);
  const count = useRef(0);
  const ask = useCallback(
    (question: Question, isOver: () => boolean = () => false) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(undefined);
          resolve(yes);
        };
        count.current += 1;
        setAsked({id: count.current, question, isOver, answer});
      }),
    [],
  );
  const leave = useCallback(
    (then: () => void, onStay: () => void = () => {}) => {
      const question = guard.current;
      if (question === undefined) return then();
      const isOver = () => guard.current?.title !== question.title;
      ask(question, isOver).then((yes) => (yes ? then() : onStay()));
    },
    [ask],
  );
  return {asked, ask, guard, leave};
}

const WIDTH = 64;

export function QuestionDialog({asked: {question, isOver, answer}}: {asked: Asked}) {
  const inside = useDialogInside(WIDTH);
  useTargetBelow();
  useEffect(() => {
    if (isOver()) answer(false);
  });
  return (
    <Dialog
      title={question.title}
      width={WIDTH}
      keys={[
        {keys: ['enter', 'y'], label: question.yes, guarded: true, run: () => answer(true)},
        {keys: ['esc', 'n'], label: question.no, guarded: true, run: () => answer(false)},
      ]}
      lines={['', ...question.lines.flatMap((line) => wrap(line, inside)), '']}
    />
  );
}
