import {useLayoutEffect, useRef, useState, useSyncExternalStore} from 'react';
import {describe} from '../../app/present/error.ts';
import type {Guided} from '../../app/run-command.ts';
import {oneAfterAnother} from '../../services/async/one-after-another.ts';
import {cleanText} from '../../services/model/clean.ts';
import {asToolError, exitCode, ToolError} from '../../services/model/error.ts';
import {lossOf} from '../../services/model/ledger.ts';
import {inWords} from '../text/labels.ts';
import {appContext, useServices, useSlow} from './services.ts';
import {discardQuestion, useLeaveGuard, useShell} from './shell.ts';

export interface Ending {
  text: string;
  code: number;
}

export interface RunningWrite<Result = unknown> {
  /** The ID of the version. Two writes to one version may not run at once. */
  subject: string | undefined;
  stop(): void;
  isStopping: boolean;
  isLeft: boolean;
  ended: Promise<Result>;
}

/** The app's running writes, which continue when their screen is left. */
export class Writes {
  #running: readonly RunningWrite[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #queue = oneAfterAnother();
  readonly #unfinished = new Set<Promise<unknown>>();
  readonly #report: (ending: Ending) => void;

  /** @param report tells the user how a write ended after they left its screen */
  constructor(report: (ending: Ending) => void) {
    this.#report = report;
  }

  current = (): readonly RunningWrite[] => this.#running;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start<Result>({subject, run}: Guided<Result>): RunningWrite<Result> {
    const control = new AbortController();
    const ended = run(control.signal).finally(() => this.#change(this.#running.filter((one) => one !== write)));
    const write = {
      subject,
      ended,
      isStopping: false,
      isLeft: false,
      stop: () => {
        write.isStopping = true;
        control.abort(new ToolError('interrupted', 'Cancelled', {facts: {signal: 'cancel'}}));
        this.#change([...this.#running]);
      },
    };
    this.#change([...this.#running, write]);
    return write;
  }

  leave(write: RunningWrite): void {
    write.isLeft = true;
    this.#change([...this.#running]);
  }

  stopAll(): void {
    for (const write of this.#running) if (!write.isStopping) write.stop();
  }

  idle = async (): Promise<void> => {
    await Promise.allSettled(this.#running.map(({ended}) => ended));
  };

  /** Lets work outlast its screen. Before the app ends, it waits up to ten seconds for the work. */
  #finish(work: Promise<unknown>): void {
    const over: Promise<unknown> = work.catch(() => {}).then(() => this.#unfinished.delete(over));
    this.#unfinished.add(over);
  }

  /** Runs file operations one after another, so that a reopened screen reads what it saved before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue(work);
    this.#finish(turn);
    return turn;
  }

  reportLater(ending: Promise<Ending>): void {
    this.#finish(ending.then(this.#report));
  }

  finished(): Promise<unknown> {
    return Promise.all(this.#unfinished);
  }

  #change(running: readonly RunningWrite[]): void {
    this.#running = running;
    for (const listener of this.#listeners) listener();
  }
}

export const [WritesContext, useWrites] = appContext<Writes>('useWrites');

/** An `unknown` write is sent again only after a read has not found it. An `interrupted` write may be done in part. */
type Phase = 'idle' | 'running' | 'done' | 'failed' | 'unknown' | 'interrupted';

export type Writing<Result> = ReturnType<typeof useWrite<Result>>;

interface WriteState<Result> {
  phase: Phase;
  result?: Result;
  /** True if the user stopped a `done` write while it only waited for the store to show the change. */
  isStopped?: boolean;
  error?: ToolError;
}

interface Sent<Result> {
  line: string;
  at: number;
  changed?: string;
  command?: Guided<Result>;
  /** True if the answer to an earlier request was lost. That request may still take effect. */
  isSecond?: boolean;
}

/** @param shortfall returns how the write ended if its result is not a full success */
export function useWrite<Result>(shortfall?: (result: Result) => Ending | undefined) {
  const {invalidate, host} = useServices();
  const {toast} = useShell();
  const writes = useWrites();
  const [state, set] = useState<WriteState<Result>>({phase: 'idle'});
  const last = useRef<Sent<Result>>({line: '', at: 0});
  const running = useRef<RunningWrite<Result>>(undefined);
  const spent = useRef(false);
  useSyncExternalStore(writes.subscribe, writes.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on unmount
  useLayoutEffect(
    () => () => {
      const {line, at, changed} = last.current;
      if (at > 0) invalidate(changed);
      if (!running.current) return;
      writes.leave(running.current);
      const ended = running.current.ended.then(
        (result) => shortfall?.(result) ?? endingOf(line),
        (reason) => endingOf(line, asToolError(reason)),
      );
      writes.reportLater(ended.finally(() => invalidate(changed)));
    },
    [invalidate, writes],
  );

  const writing = {
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
    isSecond: last.current.isSecond ?? false,
    /** Repeats the request. @param look returns a result if nothing needs to be sent; if it fails, nothing is sent */
    again(look?: (signal: AbortSignal) => Promise<Result | undefined>): void {
      const {command, isSecond} = last.current;
      if (!command) return;
      writing.reset();
      writing.send(command, async (signal) => (await look?.(signal)) ?? command.run(signal));
      last.current.isSecond = isSecond || look !== undefined;
    },
    send(command: Guided<Result>, run = command.run): void {
      if (spent.current) return;
      const {line, subject, app} = command;
      if (subject !== undefined && writes.current().some((one) => one.subject === subject)) {
        toast('Not sent: another change of this version is still being written.', 'busy');
        return;
      }
      spent.current = true;
      last.current = {line, at: host.clock.now(), changed: subject ?? app, command};
      const write = writes.start({...command, run});
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
        (reason) => end(reason === state.error ? state : stateAfter<Result>(asToolError(reason))),
      );
    },
  };
  return writing;
}

function stateAfter<Result>(error: ToolError): WriteState<Result> {
  const {outcome, isWhole, result} = error.facts.writes ?? {};
  if (outcome === 'unknown') return {phase: 'unknown', error};
  if (error.kind !== 'interrupted') return {phase: 'failed', error};
  if (outcome === 'not-sent') return {phase: 'idle'};
  if (!isWhole || !result) return {phase: 'interrupted', error};
  return {phase: 'done', result: {...(result as Result), note: STOPPED}, isStopped: true};
}

const STOPPED = 'You stopped waiting for the store to show it.';

export const MAY_HAVE = 'What was sent by then may have taken effect.';

export function useWriteGuard({phase}: {phase: Phase}, discard?: string, onDiscard?: () => void): void {
  const isSent = phase !== 'idle' && phase !== 'failed';
  const question = isSent || discard === undefined ? undefined : {...discardQuestion(discard), onYes: onDiscard};
  useLeaveGuard(question);
}

function endingOf(line: string, error?: ToolError): Ending {
  if (!error) return {text: `Done: ${line}`, code: 0};
  const {message, details, hint} = describe(error);
  const {outcome, lost} = error.facts.writes ?? {};
  const isStopped = error.kind === 'interrupted';
  const stopped = outcome === undefined ? `Stopped. ${MAY_HAVE}` : 'Stopped.';
  const loss = lost && !isStopped ? cleanText(lossOf(lost)) : undefined;
  const news = [loss, isStopped ? stopped : message, ...details.filter((detail) => detail !== loss), hint];
  const text = inWords(news.filter((part) => part !== undefined).join('\n'));
  return {text: `${text}\n${line}`, code: exitCode(error)};
}
