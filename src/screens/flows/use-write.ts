import {useEffect, useLayoutEffect, useRef} from 'react';
import type {Guided} from '../../app/run-command.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {useLeaveGuard, useShell} from '../context/shell.ts';
import {type Task, useTask} from '../hooks/use-task.ts';
import {outcomeText} from './write-lines.ts';

export interface Write<Result> {
  /**
   * `unknown`: it may have been carried out, so it is not sent again. `interrupted`: some or all of it was carried out,
   * and what came after was stopped.
   */
  phase: 'idle' | 'running' | 'done' | 'failed' | 'unknown' | 'interrupted';
  result: Result | undefined;
  error: ToolError | undefined;
  slow: boolean;
  /** The command line that does the same; empty while idle. */
  line: string;
  /** In milliseconds since the epoch. */
  sentAt: number;
  /** Once for each confirmation, however often Enter is pressed. */
  send(command: Guided<Result>): void;
  cancel(): void;
  /** After a failure that is not `unknown`: back to `idle`. */
  reset(): void;
}

/**
 * One write and its outcome. When the flow is left, the screens below read again, whatever the outcome; left while the
 * write is running, a message tells the outcome as soon as it is known.
 * @param shortfall what a result lacks, in words
 */
export function useWrite<Result>(shortfall?: (result: Result) => string | undefined): Write<Result> {
  const {invalidate, host} = useServices();
  const {toast, reportLater} = useShell();
  const task = useTask<Result>();
  const last = useRef({line: '', at: 0});
  const running = useRef<Promise<Result>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it is left
  useLayoutEffect(
    () => () => {
      const {line, at} = last.current;
      if (at > 0) invalidate();
      if (!running.current) return;
      const ended = running.current.then(
        (result) => shortfall?.(result) ?? outcomeText(line),
        (reason) => outcomeText(line, asToolError(reason)),
      );
      reportLater(ended.finally(invalidate));
    },
    [invalidate, reportLater],
  );

  const phase = phaseOf(task);
  const nothingSent = task.status === 'failed' && phase === 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended
  useEffect(() => {
    if (!nothingSent) return;
    task.reset();
    toast('Cancelled. Nothing was sent.');
  }, [nothingSent]);

  return {
    phase,
    result: task.result,
    error: task.error,
    slow: task.slow,
    line: last.current.line,
    sentAt: last.current.at,
    send(command) {
      task.run(async (signal) => {
        last.current = {line: command.line, at: host.clock.now()};
        running.current = command.run(signal);
        return running.current.finally(() => {
          running.current = undefined;
        });
      });
    },
    cancel: task.cancel,
    reset: task.reset,
  };
}

function phaseOf({status, error}: Task<unknown>): Write<unknown>['phase'] {
  if (status !== 'failed' || !error) return status;
  const {outcome} = error.facts;
  if (outcome === 'unknown') return 'unknown';
  if (error.kind !== 'interrupted') return 'failed';
  return outcome === 'not-sent' ? 'idle' : 'interrupted';
}

/** Asks before a flow is left: while its write is running, and `question` until it has been sent. */
export function useWriteGuard({phase}: Write<unknown>, question?: string): void {
  const isOver = phase === 'done' || phase === 'unknown' || phase === 'interrupted';
  const running = 'A request is still running. Leave without seeing its result?';
  useLeaveGuard(phase === 'running' ? running : isOver ? undefined : question);
}
