import {useContext, useRef} from 'react';
import {withoutRetry} from '../../app/present/error.ts';
import type {ToolError} from '../../services/model/error.ts';
import {RUN_AGAIN} from '../../services/model/ledger.ts';
import {useDisplay} from '../context/services.ts';
import {ShellStateContext} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';
import {noteLines} from '../text/lines.ts';
import {DoneView, useStateLine, type WriteResult, type WriteViewProps} from './done-view.tsx';
import {BACK, failureLines, LinesView, runningKeys} from './lines-screen.tsx';
import {UnknownOutcome, useWait} from './unknown-outcome.tsx';

export function WriteView<Result extends WriteResult>(props: WriteViewProps<Result>) {
  const {frame, write, running} = props;
  const {stage} = useContext(ShellStateContext);
  const {dot, ellipsis} = useDisplay().theme.glyphs;
  const {phase, error, result, stopping} = write;
  const lastStage = useRef(stage);
  if (!stopping) lastStage.current = stage;
  if (phase === 'unknown' && error) return <UnknownOutcome {...props} error={error} />;
  if (phase === 'done' && result) return <DoneView {...props} found={result} />;
  if ((phase === 'failed' || phase === 'interrupted') && error) return <FailedView {...props} error={error} />;
  const going = stage ? `${running}: ${stage.name} ${dot} ${stage.number} of ${stage.of}` : running;
  const after = lastStage.current ? ` after ${lastStage.current.name}` : '';
  const line = stopping ? `Stopping${after}${ellipsis}` : going;
  return <LinesView frame={frame} waiting={write.slow} keys={runningKeys(write)} linesIn={() => [line]} />;
}

function FailedView<Result>(props: WriteViewProps<Result> & {error: ToolError}) {
  const {frame, write, error, undone, versionId, inSteps, onAskAgain, onBack, onLeave} = props;
  const {glyphs} = useDisplay().theme;
  const isStopped = write.phase === 'interrupted';
  const state = useStateLine(isStopped ? versionId : undefined);
  const wait = useWait(error);
  const {isFinal, checkWith} = error.facts;
  // The hint is not needed if the state is shown, or if the message names it.
  const isClear = state !== undefined || (isFinal && checkWith);
  const hint = isClear ? '' : error.hint?.replace(RUN_AGAIN, 'r continues from there.');
  const summary = isStopped ? error.summary : `${undone}. ${error.summary}`;
  const shown = error.with({summary, hint: wait === undefined ? hint : withoutRetry(hint)});
  const linesIn = (width: number) => [
    ...failureLines(shown, width, glyphs, {inSteps, isSecond: write.isSecond}),
    ...(wait ? ['', ...noteLines(wait, width)] : []),
    ...(state === undefined ? [] : ['', state]),
  ];
  const retry = () => (onAskAgain ? onAskAgain() : write.again());
  const keys: Binding[] = [
    ...(isFinal ? [] : [{keys: ['r'], label: onAskAgain ? 'ask again' : 'try again', guarded: true, run: retry}]),
    {keys: ['esc'], label: BACK, guarded: true, run: state === undefined ? onBack : () => onLeave(false)},
  ];
  return <LinesView {...{frame, keys, linesIn}} />;
}
