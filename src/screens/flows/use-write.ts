import {useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import {describe} from '../../app/present/error.ts';
import type {Guided} from '../../app/run-command.ts';
import {asToolError, exitCode, type ToolError} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {discardQuestion, useLeaveGuard, useShell} from '../context/shell.ts';
import {useSlow} from '../context/time.ts';
import type {Ending, RunningWrite} from '../context/writes.ts';
import {MAY_HAVE} from './lines-screen.tsx';

/** `unknown`: possibly done, so never resent. `interrupted`: done in part or completely, then stopped. */
type Phase = 'idle' | 'running' | 'done' | 'failed' | 'unknown' | 'interrupted';

export type Write<Result> = ReturnType<typeof useWrite<Result>>;

interface WriteState<Result> {
  status: 'idle' | 'running' | 'done' | 'failed';
  result?: Result;
  error?: ToolError;
}

/**
 * Sends one write and keeps its outcome. Leaving the flow reloads the screens below; a running write continues, and a
 * message reports its end.
 * @param shortfall what a result lacks
 */
export function useWrite<Result>(shortfall?: (result: Result) => Ending | undefined) {
  const {invalidate, host} = useServices();
  const {toast, writes} = useShell();
  const [{status, ...state}, set] = useState<WriteState<Result>>({status: 'idle'});
  const last = useRef({line: '', at: 0});
  const running = useRef<RunningWrite<Result>>(undefined);
  const spent = useRef(false);
  const all = useSyncExternalStore(writes.subscribe, writes.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on unmount only
  useLayoutEffect(
    () => () => {
      const {line, at} = last.current;
      if (at > 0) invalidate();
      if (!running.current) return;
      writes.leave(running.current);
      const ended = running.current.ended.then(
        (result) => shortfall?.(result) ?? endingOf(line),
        (reason) => endingOf(line, asToolError(reason)),
      );
      writes.reportLater(ended.finally(invalidate));
    },
    [invalidate, writes],
  );

  // A later look changes the ledger, so the phase is computed once.
  const phase = useMemo(() => phaseOf(status, state.error), [status, state.error]);
  const nothingSent = status === 'failed' && phase === 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it ends
  useEffect(() => {
    if (!nothingSent) return;
    spent.current = false;
    set({status: 'idle'});
    toast('Cancelled. Nothing was sent.');
  }, [nothingSent]);

  return {
    ...state,
    phase,
    slow: useSlow(status === 'running'),
    stopping: running.current !== undefined && all.includes(running.current) && running.current.isStopping,
    cancel: () => running.current?.stop(),
    reset(): void {
      if (running.current) return;
      spent.current = false;
      set({status: 'idle'});
    },
    line: last.current.line,
    sentAt: last.current.at,
    send(command: Guided<Result>): void {
      if (spent.current) return;
      const {line, subject} = command;
      if (subject !== undefined && writes.current().some((one) => one.subject === subject)) {
        toast('Not sent: another change of this version is still being written.', 'busy');
        return;
      }
      spent.current = true;
      last.current = {line, at: host.clock.now()};
      const write = writes.start(command);
      running.current = write;
      set({status: 'running'});
      const end = (state: WriteState<Result>) => {
        running.current = undefined;
        set(state);
      };
      write.ended.then(
        (result) => end({status: 'done', result}),
        (reason) => end({status: 'failed', error: asToolError(reason)}),
      );
    },
  };
}

function phaseOf(status: WriteState<unknown>['status'], error: ToolError | undefined): Phase {
  if (status !== 'failed' || !error) return status;
  const outcome = error.facts.writes?.outcome;
  if (outcome === 'unknown') return 'unknown';
  if (error.kind !== 'interrupted') return 'failed';
  return outcome === 'not-sent' ? 'idle' : 'interrupted';
}

/** Asks before leaving whether to `discard` what was entered, until it is sent. */
export function useWriteGuard({phase}: {phase: Phase}, discard?: string, onDiscard?: () => void): void {
  const isSent = phase !== 'idle' && phase !== 'failed';
  const question = isSent || discard === undefined ? undefined : {...discardQuestion(discard), onYes: onDiscard};
  useLeaveGuard(question);
}

function endingOf(line: string, error?: ToolError): Ending {
  if (!error) return {text: `Done: ${line}`, code: 0};
  const {message, details, hint} = describe(error);
  const isUndecided = error.facts.writes?.outcome === undefined;
  const stopped = isUndecided ? `Stopped. ${MAY_HAVE}` : 'Stopped.';
  const news = error.kind === 'interrupted' ? stopped : message;
  const text = [news, ...details, hint, line].filter((part) => part !== undefined).join('\n');
  return {text, code: exitCode(error)};
}
