import {useContext, useState} from 'react';
import type {Guided} from '../../app/run-command.ts';
import {ToolError} from '../../services/model/error.ts';
import {useDisplay} from '../context/display.ts';
import {useServices} from '../context/services.ts';
import {FrameContext} from '../context/shell.ts';
import {retryAt, useCountdown} from '../context/time.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {commandLines, type Fact, factLines, noteLines} from '../text/lines.ts';
import {useCopyKey} from './common-keys.ts';
import {
  doneKeys,
  type Frame,
  failureLines,
  LinesView,
  type ResultStep,
  resultLines,
  runningKeys,
} from './lines-screen.tsx';
import {UnknownOutcome} from './unknown-outcome.tsx';
import {useStateLine} from './use-state-line.ts';
import type {Write} from './use-write.ts';

export type WriteResult = object & {note?: string};

export interface ShownResult extends Omit<ResultStep, 'state' | 'command' | 'note'> {
  keys?: readonly Binding[];
  followsState?: boolean;
}

interface WriteViewProps<Result> {
  frame: Frame;
  write: Write<Result>;
  running: string;
  /** Undefined when the flow itself continues with the result. */
  result(result: Result): ShownResult | undefined;
  versionId?: string;
  /** Several writes: one that a check finds carried out is only a part of the result. */
  inSteps?: boolean;
  onRetry(): void;
  onBack(): void;
  /** After the write. @param carriedOut as far as is known */
  onLeave(carriedOut: boolean): void;
}

export function WriteView<Result extends WriteResult>(props: WriteViewProps<Result>) {
  const {frame, write, running} = props;
  const {stage} = useContext(FrameContext);
  const {dot} = useDisplay().theme.glyphs;
  const {phase, error, result} = write;
  const done = (found: Result) => <DoneView {...props} result={found} shown={props.result(found)} />;
  if (phase === 'unknown') return <UnknownOutcome {...props} done={done} />;
  if (phase === 'done' && result) return done(result);
  const {isOnlyWaiting, result: carriedOut} = error?.facts ?? {};
  if (isOnlyWaiting && carriedOut) return done({...(carriedOut as Result), note: STOPPED});
  if ((phase === 'failed' || phase === 'interrupted') && error) return <FailedView {...props} error={error} />;
  const line = stage ? `${running}: ${stage.name} ${dot} ${stage.number} of ${stage.of}` : running;
  return <LinesView frame={frame} waiting={write.slow} keys={runningKeys(write.cancel)} linesIn={() => [line]} />;
}

const STOPPED = 'You stopped waiting for the store to show it.';

interface DoneViewProps extends Pick<WriteViewProps<never>, 'frame' | 'versionId' | 'onLeave'> {
  write: {line: string};
  result: WriteResult;
  shown: ShownResult | undefined;
}

function DoneView({frame, versionId, write: {line}, result: {note}, shown, onLeave}: DoneViewProps) {
  const {glyphs} = useDisplay().theme;
  const copy = useCopyKey(line);
  const state = useStateLine(shown?.followsState ? versionId : undefined);
  if (!shown) return null;
  const {keys: next, followsState: _, ...step} = shown;
  const keys = doneKeys(() => onLeave(true), copy, next);
  const linesIn = (width: number) => resultLines({...step, state, note, command: line}, width, glyphs);
  return <LinesView {...{frame, keys, linesIn}} />;
}

/** With a countdown after a 429, or the version's state after an interruption. */
function FailedView<Result>(props: WriteViewProps<Result> & {error: ToolError}) {
  const {frame, write, error, versionId, onRetry, onBack, onLeave} = props;
  const {host} = useServices();
  const {glyphs} = useDisplay().theme;
  const followed = write.phase === 'interrupted' ? versionId : undefined;
  const state = useStateLine(followed);
  const [until] = useState(() => (followed === undefined ? retryAt(error, host.clock) : undefined));
  const left = useCountdown(until, host.clock);
  const {kind, message, facts} = error;
  // The state replaces the hint.
  const shown = state === undefined ? error : new ToolError(kind, message, {facts});
  const linesIn = (width: number) => [
    ...failureLines(shown, width, glyphs),
    ...(left > 0 ? ['', ...noteLines(`Rate limited: try again in ${left} s.`, width)] : []),
    ...(state === undefined ? [] : ['', state]),
  ];
  const keys: Binding[] = [
    {keys: ['r'], label: 'try again', guarded: true, run: onRetry},
    {keys: ['esc'], label: 'back', guarded: true, run: state === undefined ? onBack : () => onLeave(false)},
  ];
  return <LinesView {...{frame, keys, linesIn}} />;
}

export interface FlowSteps<Result> {
  verb: string;
  review: {
    title: string;
    facts: readonly Fact[];
    body?: readonly LineContent[];
    warnings?: readonly string[];
  };
  running: string;
  result(result: Result): ShownResult;
}

interface WriteStepsProps<Result> {
  crumbs: readonly string[];
  command: Guided<Result>;
  write: Write<Result>;
  steps: FlowSteps<Result>;
  onBack(): void;
  onDone(): void;
}

export function WriteSteps<Result extends WriteResult>(props: WriteStepsProps<Result>) {
  const {crumbs, command, write, steps, onBack, onDone} = props;
  const copy = useCopyKey(command.line);
  const frame = {crumbs};
  const onConfirm = () => write.send(command);
  if (write.phase !== 'idle') {
    const onRetry = () => {
      write.reset();
      onConfirm();
    };
    return <WriteView {...{frame, write, onRetry, onBack}} {...steps} onLeave={onDone} />;
  }
  const {title, facts, body = [], warnings = []} = steps.review;
  const linesIn = (width: number): LineContent[] => [
    [{text: title, bold: true}],
    '',
    ...factLines(facts, width),
    ...body,
    ...warnings.flatMap((warning) => ['', ...noteLines(warning, width)]),
    '',
    ...commandLines(command.line, width),
  ];
  const keys: Binding[] = [
    // Not Ctrl+S, which opens the review: pressed twice, it would send unread.
    {keys: ['enter'], label: steps.verb, guarded: true, run: onConfirm},
    copy,
    {keys: ['esc'], label: 'change', run: onBack},
  ];
  return <LinesView {...{frame, keys, linesIn}} />;
}
