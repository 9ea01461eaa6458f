import {useEffect, useRef} from 'react';
import type {Guided} from '../../app/use-cases/guided.ts';
import type {ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useTask} from '../hooks/use-task.ts';

/** The write of a flow. `unknown`: it may have been carried out, and nobody knows; it is then not sent again. */
export interface Write<Result> {
  phase: 'idle' | 'running' | 'done' | 'failed' | 'unknown';
  result: Result | undefined;
  error: ToolError | undefined;
  slow: boolean;
  /** The command line that does the same; empty while idle. */
  line: string;
  /** When it was last sent, in milliseconds since the epoch. */
  sentAt: number;
  /** Once for each confirmation, however often Enter is pressed. */
  send(command: Guided<Result>): void;
  cancel(): void;
  /** After a failure that is not `unknown`: back to `idle`. */
  reset(): void;
}

/** What is lost by leaving while it is under way, for useLeaveGuard. */
export const LOST_ANSWER = 'the answer of the store';

/** One write, its outcome told apart. The screens behind read again when the flow is left, whatever came of it. */
export function useWrite<Result>(): Write<Result> {
  const {touched, host} = useServices();
  const {toast} = useShell();
  const task = useTask<Result>();
  const {status, error} = task;
  const last = useRef({line: '', at: 0});
  const wasSent = useRef(false);
  useEffect(
    () => () => {
      if (wasSent.current) touched();
    },
    [touched],
  );

  // Cancelled in the reading that goes before it.
  const nothingSent = error?.facts.cancelled === true && error.facts.outcome !== 'unknown';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (!nothingSent) return;
    task.reset();
    toast('Cancelled: nothing was sent.');
  }, [nothingSent]);

  const phase = () => {
    if (status !== 'failed') return status;
    if (nothingSent) return 'idle';
    return error?.facts.outcome === 'unknown' ? 'unknown' : 'failed';
  };
  return {
    phase: phase(),
    result: task.result,
    error,
    slow: task.slow,
    line: last.current.line,
    sentAt: last.current.at,
    send(command) {
      task.run((signal) => {
        last.current = {line: command.line, at: host.clock.now()};
        wasSent.current = true;
        return command.run(signal);
      });
    },
    cancel: task.cancel,
    reset: task.reset,
  };
}
