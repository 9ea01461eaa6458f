import {useLayoutEffect, useRef, useState, useSyncExternalStore} from 'react';
import {describe} from '../../app/present/error.ts';
import type {Guided} from '../../app/run-command.ts';
import {asToolError, exitCode, type ToolError} from '../../services/model/error.ts';
import {useServices, useSlow} from '../context/services.ts';
import {discardQuestion, useLeaveGuard, useShell} from '../context/shell.ts';
import type {Ending, RunningWrite} from '../context/writes.ts';
import {MAY_HAVE} from './lines-screen.tsx';

/** `unknown`: possibly done, so never resent. `interrupted`: done in part or completely, then stopped. */
type Phase = 'idle' | 'running' | 'done' | 'failed' | 'unknown' | 'interrupted';

export type Writing<Result> = ReturnType<typeof useWrite<Result>>;

interface WriteState<Result> {
  phase: Phase;
  result?: Result;
  error?: ToolError;
}

/** @param shortfall what a result lacks */
export function useWrite<Result>(shortfall?: (result: Result) => Ending | undefined) {
  const {invalidate, host} = useServices();
  const {toast, writes} = useShell();
  const [state, set] = useState<WriteState<Result>>({phase: 'idle'});
  const last = useRef({line: '', at: 0});
  const running = useRef<RunningWrite<Result>>(undefined);
  const spent = useRef(false);
  useSyncExternalStore(writes.subscribe, writes.current);
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

  return {
    ...state,
    slow: useSlow(state.phase === 'running'),
    stopping: running.current?.isStopping === true,
    cancel: () => running.current?.stop(),
    reset(): void {
      if (running.current) return;
      spent.current = false;
      set({phase: 'idle'});
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
      set({phase: 'running'});
      const end = (state: WriteState<Result>) => {
        running.current = undefined;
        spent.current = state.phase !== 'idle';
        set(state);
        if (!spent.current && !write.isLeft) toast('Cancelled. Nothing was sent.');
      };
      write.ended.then(
        (result) => end({phase: 'done', result}),
        (reason) => end(stateAfter(asToolError(reason))),
      );
    },
  };
}

function stateAfter(error: ToolError): WriteState<never> {
  const outcome = error.facts.writes?.outcome;
  if (outcome === 'unknown') return {phase: 'unknown', error};
  if (error.kind !== 'interrupted') return {phase: 'failed', error};
  return outcome === 'not-sent' ? {phase: 'idle'} : {phase: 'interrupted', error};
}

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
