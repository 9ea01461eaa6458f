import {type RefObject, useCallback, useRef, useState} from 'react';
import type {Question} from '../context/shell.ts';

export interface Asked {
  id: number;
  question: Question;
  answer(yes: boolean): void;
}

export interface Questions {
  /** The one that waits for an answer. */
  asked: Asked | undefined;
  ask(question: Question): Promise<boolean>;
  /** Asked before leaving; see useLeaveGuard. */
  guard: RefObject<string | undefined>;
  /** Goes on at once, or once the guard's question was answered with yes. */
  leave(then: () => void, onStay?: () => void): void;
}

/** Questions over whatever is on the screen, one at a time. */
export function useQuestions(): Questions {
  const [asked, setAsked] = useState<Asked>();
  const guard = useRef<string | undefined>(undefined);
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
      const answer = ask({title: 'Leave', lines: [question], yes: 'leave', no: 'stay'});
      answer.then((yes) => (yes ? then() : onStay()));
    },
    [ask],
  );
  return {asked, ask, guard, leave};
}
