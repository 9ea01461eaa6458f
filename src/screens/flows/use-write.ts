import {useEffect, useLayoutEffect, useMemo, useRef} from 'react';
import {describe} from '../../app/present/error.ts';
import type {Guided} from '../../app/run-command.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {discardQuestion, type Question, useLeaveGuard, useShell} from '../context/shell.ts';
import {type Task, useTask} from '../hooks/use-task.ts';
import {MAY_HAVE} from './lines-screen.tsx';

/** `unknown`: possibly carried out, so never resent. `interrupted`: carried out in part or completely, then stopped. */
type Phase = 'idle' | 'running' | 'done' | 'failed' | 'unknown' | 'interrupted';

export type Write<Result> = ReturnType<typeof useWrite<Result>>;

/**
 * One write and its outcome. Leaving the flow reloads the screens below, whatever the outcome; a write still running is
 * reported in a message once it ends.
 * @param shortfall what a result lacks
 */
export function useWrite<Result>(shortfall?: (result: Result) => string | undefined) {
  const {invalidate, host} = useServices();
  const {toast, reportLater} = useShell();
  const {run, status, ...task} = useTask<Result>();
  const last = useRef({line: '', at: 0});
  const running = useRef<Promise<Result>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount only
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

  // As it ended: a later look changes the ledger.
  const phase = useMemo(() => phaseOf(status, task.error), [status, task.error]);
  const nothingSent = status === 'failed' && phase === 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it ends
  useEffect(() => {
    if (!nothingSent) return;
    task.reset();
    toast('Cancelled. Nothing was sent.');
  }, [nothingSent]);

  return {
    ...task,
    phase,
    /** The equivalent command line; empty while idle. */
    line: last.current.line,
    /** In ms since the epoch. */
    sentAt: last.current.at,
    send(command: Guided<Result>): void {
      run(async (signal) => {
        last.current = {line: command.line, at: host.clock.now()};
        running.current = command.run(signal);
        return running.current.finally(() => {
          running.current = undefined;
        });
      });
    },
  };
}

function phaseOf(status: Task<unknown>['status'], error: ToolError | undefined): Phase {
  if (status !== 'failed' || !error) return status;
  const outcome = error.facts.writes?.outcome;
  if (outcome === 'unknown') return 'unknown';
  if (error.kind !== 'interrupted') return 'failed';
  return outcome === 'not-sent' ? 'idle' : 'interrupted';
}

const LEAVE_RUNNING: Question = {
  title: 'Leave without seeing its result?',
  lines: ['A request is still running.'],
  yes: 'leave',
  no: 'stay',
};

/** Asks before leaving: while the write is running, and whether to `discard` what was entered until it is sent. */
export function useWriteGuard({phase}: {phase: Phase}, discard?: string, onDiscard?: () => void): void {
  const isOver = phase === 'done' || phase === 'unknown' || phase === 'interrupted';
  const question = isOver || discard === undefined ? undefined : {...discardQuestion(discard), onYes: onDiscard};
  useLeaveGuard(phase === 'running' ? LEAVE_RUNNING : question);
}

/** The outcome of a write whose flow was left. @param line the equivalent command */
function outcomeText(line: string, error?: ToolError): string {
  if (!error) return `Done: ${line}`;
  const {message, details, hint} = describe(error);
  const isUndecided = error.facts.writes?.outcome === undefined;
  const stopped = isUndecided ? `Stopped. ${MAY_HAVE}` : 'Stopped.';
  const news = error.kind === 'interrupted' ? stopped : message;
  return [news, ...details, hint, line].filter((part) => part !== undefined).join('\n');
}
