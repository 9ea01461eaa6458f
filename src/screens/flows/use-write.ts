import {useEffect, useRef} from 'react';
import type {Guided} from '../../app/use-cases/guided.ts';
import type {ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useLeaveGuard} from '../hooks/use-leave-guard.ts';
import {useTask} from '../hooks/use-task.ts';

/** The write of a flow. `unknown`: it may have been carried out, so it is not sent again. */
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

/** One write and its outcome. When the flow is left, the screens below read again, whatever the outcome. */
export function useWrite<Result>(): Write<Result> {
  const {touched, host} = useServices();
  const {toast} = useShell();
  const task = useTask<Result>();
  const {error} = task;
  const last = useRef({line: '', at: 0});
  useEffect(
    () => () => {
      if (last.current.at > 0) touched();
    },
    [touched],
  );

  // Cancelled before the write itself was sent.
  const nothingSent = error?.facts.cancelled === true && error.facts.outcome !== 'unknown';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (!nothingSent) return;
    task.reset();
    toast('Cancelled. Nothing was sent.');
  }, [nothingSent]);

  return {
    phase: nothingSent ? 'idle' : task.status === 'failed' ? failedPhase(error) : task.status,
    result: task.result,
    error,
    slow: task.slow,
    line: last.current.line,
    sentAt: last.current.at,
    send(command) {
      task.run((signal) => {
        last.current = {line: command.line, at: host.clock.now()};
        return command.run(signal);
      });
    },
    cancel: task.cancel,
    reset: task.reset,
  };
}

function failedPhase(error: ToolError | undefined): 'failed' | 'unknown' {
  return error?.facts.outcome === 'unknown' ? 'unknown' : 'failed';
}

/** Asks before a flow is left: while its write is running, and `question` until it has been sent. */
export function useWriteGuard({phase}: Write<unknown>, question?: string): void {
  const isOver = phase === 'done' || phase === 'unknown';
  const running = 'A request is still running. Leave without seeing its result?';
  useLeaveGuard(phase === 'running' ? running : isOver ? undefined : question);
}
