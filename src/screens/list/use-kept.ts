import {useEffect, useReducer, useRef, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {type Kept, usePane} from '../context/pane.ts';
import {useServices} from '../context/services.ts';
import {useSlow} from '../time/use-slow.ts';

/** An answer for the pane, and how reading it is going. */
export interface Reading<T> {
  /** Also while it is read again. */
  data: T | undefined;
  /** When it came, in milliseconds since the epoch. */
  at: number;
  /** It need not be read again. */
  isCurrent: boolean;
  /** Being read for long enough to say so. */
  slow: boolean;
  error: ToolError | undefined;
}

/** How many answers are kept. */
const MOST = 200;

/**
 * What the pane has read before; else, while it is `wanted`, it is read once. The request of a question that is no longer
 * asked is aborted. One that failed is asked again when it is returned to.
 */
export function useKept<T>(
  question: string | undefined,
  wanted: boolean,
  read: (signal: AbortSignal) => Promise<T>,
): Reading<T> {
  const {kept, round} = usePane();
  const {host, revision} = useServices();
  const answer = question === undefined ? undefined : kept.get(question);
  const isCurrent = answer !== undefined && answer.round === round && answer.revision === revision;
  const isAsked = question !== undefined && wanted && !isCurrent;
  const [failure, setFailure] = useState<{question: string; error: ToolError}>();
  const [, arrived] = useReducer((count: number) => count + 1, 0);
  const latestRead = useRef(read);
  latestRead.current = read;

  useEffect(() => {
    if (!isAsked) return;
    setFailure(undefined);
    const control = new AbortController();
    const end = (then: () => void) => {
      if (!control.signal.aborted) then();
    };
    latestRead.current(control.signal).then(
      (data) =>
        end(() => {
          keep(kept, question, {data, round, revision, at: host.clock.now()});
          arrived();
        }),
      (reason) => end(() => setFailure({question, error: asToolError(reason)})),
    );
    return () => control.abort();
  }, [question, isAsked, kept, round, revision, host]);

  const error = failure?.question === question && isAsked ? failure?.error : undefined;
  return {
    data: answer?.data as T | undefined,
    at: answer?.at ?? 0,
    isCurrent,
    slow: useSlow(isAsked && error === undefined),
    error,
  };
}

/** The oldest makes room. */
function keep(kept: Map<string, Kept>, question: string, answer: Kept): void {
  kept.delete(question);
  kept.set(question, answer);
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}
