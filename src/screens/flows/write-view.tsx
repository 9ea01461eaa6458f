import {useContext, useEffect, useRef, useState} from 'react';
import {withoutRetry} from '../../app/present/error.ts';
import type {ToolError} from '../../services/model/error.ts';
import {RUN_AGAIN, type Write} from '../../services/model/ledger.ts';
import {type Reading, UNDECIDED, type WithNote} from '../../services/model/outcome.ts';
import {capitalized} from '../../services/model/values.ts';
import {stateIs} from '../../services/model/version.ts';
import {localTime} from '../../services/text/local-time.ts';
import {wrap} from '../../services/text/width.ts';
import {useOver} from '../context/router.ts';
import {retryAt, useCountdown, useDisplay, useServices} from '../context/services.ts';
import {ShellStateContext} from '../context/shell.ts';
import type {Writing} from '../context/writes.ts';
import {inKeys} from '../frame/banner.ts';
import {useQuery} from '../hooks/use-query.ts';
import {useFollow} from '../hooks/use-watch.ts';
import type {Binding} from '../input/keyboard.ts';
import {inWords, stateDisplay} from '../text/labels.ts';
import {type LineContent, noteLines, signedLines, signSegment} from '../text/lines.ts';
import {useCopyKey} from './common-keys.ts';
import {
  doneKeys,
  failureLines,
  type Heading,
  LinesView,
  type ResultStep,
  resultLines,
  runningKeys,
} from './lines-screen.tsx';
import {useShipNews} from './ship-news.ts';

export type WriteResult = object & WithNote;

export interface ShownResult extends Omit<ResultStep, 'state' | 'command' | 'note'> {
  keys?: readonly Binding[];
  followsState?: boolean;
  /** The result stays on the screen until the user closes it, because it differs from the request. */
  stays?: boolean;
  onShown?(): void;
}

export interface WriteViewProps<Result> {
  frame: Heading;
  write: Writing<Result>;
  running: string;
  /** The first words of a failure, such as `Not submitted`. */
  undone: string;
  result(result: Result): ShownResult | undefined;
  versionId?: string;
  /** True if the flow has several writes. A read that finds one of them done shows only a part of the result. */
  inSteps?: boolean;
  /** Set if the question has changed since the user answered it. It is asked again, and nothing is sent. */
  onAskAgain?(): void;
  /** The name of the place that Esc returns to after a failure. */
  back?: string;
  onBack(): void;
  onLeave(carriedOut: boolean): void;
}

export function WriteView<Result extends WriteResult>(props: WriteViewProps<Result>) {
  const {frame, write, running} = props;
  const {stage} = useContext(ShellStateContext);
  const {dot, ellipsis} = useDisplay().theme.glyphs;
  const {phase, error, result, stopping} = write;
  const lastStage = useRef(stage);
  if (!stopping) lastStage.current = stage;
  if (phase === 'unknown' && error) return <UnknownOutcome {...props} error={error} />;
  if (phase === 'done' && result) return <DoneView {...props} found={result} />;
  const {writes} = error?.facts ?? {};
  if (phase === 'interrupted' && writes?.isWhole && writes.result)
    return <DoneView {...props} found={{...(writes.result as Result), note: STOPPED}} />;
  if ((phase === 'failed' || phase === 'interrupted') && error) return <FailedView {...props} error={error} />;
  const going = stage ? `${running}: ${stage.name} ${dot} ${stage.number} of ${stage.of}` : running;
  const after = lastStage.current ? ` after ${lastStage.current.name}` : '';
  const line = stopping ? `Stopping${after}${ellipsis}` : going;
  return <LinesView frame={frame} waiting={write.slow} keys={runningKeys(write)} linesIn={() => [line]} />;
}

const STOPPED = 'You stopped waiting for the store to show it.';

function DoneView<Result extends WriteResult>(props: WriteViewProps<Result> & {found: Result}) {
  const {frame, versionId, write, found, back = 'back', onLeave} = props;
  const shown = props.result(found);
  const {glyphs} = useDisplay().theme;
  const copy = useCopyKey(write.line);
  const state = useStateLine(shown?.followsState ? versionId : undefined);
  useOver('crumbs' in frame && shown !== undefined && !shown.failures?.length);
  const tell = useShipNews();
  const stays = !shown || shown.stays || Boolean(shown.failures?.length) || found.note !== undefined;
  const returns = tell !== undefined && !stays;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useEffect(() => {
    shown?.onShown?.();
    if (!returns) return;
    tell(shown.title);
    onLeave(true);
  }, []);
  if (!shown) return null;
  const {keys: next, ...step} = shown;
  const keys = doneKeys(() => onLeave(true), copy, next, shown.failures?.length ? back : 'done');
  const linesIn = (width: number) =>
    resultLines({...step, state, note: found.note && inWords(inKeys(found.note)), command: write.line}, width, glyphs);
  return <LinesView {...{frame, keys, linesIn}} />;
}

function FailedView<Result>(props: WriteViewProps<Result> & {error: ToolError}) {
  const {frame, write, error, undone, versionId, onAskAgain, back = 'back', onBack, onLeave} = props;
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
    ...failureLines(shown, width, glyphs),
    ...(wait ? ['', ...noteLines(wait, width)] : []),
    ...(state === undefined ? [] : ['', state]),
  ];
  const retry = () => (onAskAgain ? onAskAgain() : write.again());
  const keys: Binding[] = [
    ...(isFinal ? [] : [{keys: ['r'], label: onAskAgain ? 'ask again' : 'try again', guarded: true, run: retry}]),
    {keys: ['esc'], label: back, guarded: true, run: state === undefined ? onBack : () => onLeave(false)},
  ];
  return <LinesView {...{frame, keys, linesIn}} />;
}

/** Returns how long the service asks to wait: empty once the time is over, undefined if it does not ask. */
function useWait(error: ToolError): string | undefined {
  const {clock} = useServices().host;
  const [until] = useState(() => retryAt(error, clock));
  const left = useCountdown(until, clock);
  if (until === undefined) return undefined;
  return left > 0 ? `Try again in ${left} s.` : '';
}

function UnknownOutcome<Result extends WriteResult>(props: WriteViewProps<Result> & {error: ToolError}) {
  const {frame, write, error, undone, inSteps, onLeave} = props;
  const {host} = useServices();
  const wait = useWait(error);
  const {glyphs} = useDisplay().theme;
  const [{lost, leftover}] = useState({lost: error.facts.writes?.lost, leftover: error.facts.writes?.leftover ?? []});
  const check = useReading(lost, write.sentAt);
  const {found} = check;
  const isPart = check.isDone;
  const at = localTime(check.at);
  const {facts, summary, details} = error;
  const loss =
    facts.signal === 'cancel' ? 'The request was cancelled while it was running.' : `${summary.replace(/\.$/, '')}.`;
  const wholeResult = ({found, result}: Reading, when = at): Result | undefined => {
    if (!result || (inSteps && !('versionId' in (result as object)))) return undefined;
    return {...(result as Result), note: `${loss} A check at ${when} found that ${inWords(found)}.`};
  };
  const whole = found && wholeResult(found);
  if (whole) return <DoneView {...props} found={whole} />;
  /** A lost request may still arrive, so it is sent again only after another read, and never automatically. */
  const look = async (signal: AbortSignal) => {
    if (lost) lost.reading = undefined;
    const reading = await lost?.look?.(signal).catch(() => undefined);
    if (reading?.verdict !== 'done' && reading?.verdict !== 'not-done') throw error;
    return wholeResult(reading, localTime(host.clock.now()));
  };

  const isOpen = found?.verdict === 'not-done';
  const isUndone = isOpen || isPart;
  const notes = [isOpen ? MAY_STILL : '', isUndone ? wait : ''].filter(Boolean).join(' ');
  const news = `${capitalized((isPart ? 'not finished: ' : '') + inWords(found?.found ?? ''))}.`;
  const linesIn = (width: number): LineContent[] => [
    ...signedLines({sign: glyphs.blocked, tone: 'busy', bold: true}, isUndone ? `${undone}. ${loss}` : loss, width),
    ...[details, leftover].flat(2).flatMap((detail) => wrap(inKeys(detail), width - 2).map((line) => `  ${line}`)),
    ...(isUndone ? [] : wrap(`${capitalized(UNDECIDED)}. It was not sent again.`, width)),
    '',
    ...(found
      ? [...signedLines({sign: glyphs.none, bold: true}, news, width), [{text: `  Checked at ${at}`, dim: true}]]
      : wrap(check.missing, width)),
    ...(notes === '' ? [] : ['', ...noteLines(notes, width)]),
  ];
  const again: Binding = {
    keys: ['s'],
    label: 'try again',
    title: 'Look again, then send it again',
    guarded: true,
    run: () => write.again(isPart ? undefined : look),
  };
  const keys: Binding[] = [
    {keys: ['r'], label: 'check again', run: check.again},
    ...(isUndone ? [again] : []),
    {keys: ['esc'], label: 'leave', guarded: true, run: () => onLeave(false)},
  ];
  return <LinesView {...{frame, keys, linesIn}} waiting={check.slow} />;
}

const MAY_STILL = 'The request may still take effect: s looks again before it sends another.';

function useReading(lost: Write | undefined, sentAt: number) {
  const {reading, look} = lost ?? {};
  const [first] = useState(reading);
  const [isAgain, setAgain] = useState(first === undefined);
  const key = isAgain && look ? `outcome:${sentAt}` : undefined;
  const read = (signal: AbortSignal) => (look ? look(signal) : Promise.reject(new Error(UNDECIDED)));
  const {data, error, busy, at = 0, slow, reload} = useQuery<Reading>(key, read);
  if (!isAgain && first) {
    const isDone = first.verdict === 'done';
    return {found: first, at: first.at, missing: '', isDone, slow, again: () => setAgain(true)};
  }
  const found = busy || error ? undefined : data;
  const missing = error ? `Could not read the current state: ${error.message}` : 'Checking the current state';
  return {found, at, missing, isDone: data?.verdict === 'done', slow, again: reload};
}

/** Returns true if the state may change without the user, or may be outdated right after a release. */
function isChanging(state: string | undefined): boolean {
  return state === undefined || stateIs(state, 'releasable') || stateIs(state, 'moving');
}

function useStateLine(versionId: string | undefined): LineContent | undefined {
  const {session} = useServices();
  const {glyphs} = useDisplay().theme;
  const load = useQuery(versionId && `state:${versionId}`, async (signal) => {
    const store = await session.store();
    return (await store.viewVersion({id: versionId ?? ''}, signal)).version;
  });
  const {data, error, refreshError: failure = error} = load;
  const isMoving = isChanging(data?.state);
  useFollow(load, versionId !== undefined && isMoving);
  if (versionId === undefined) return undefined;
  if (failure) return `  Could not read its state (${failure.summary}), trying again`;
  if (data?.state === undefined) return '  Reading its state';
  const display = stateDisplay(data.state);
  return [
    {text: '  '},
    // A cross next to the sign of a success would look like a failure.
    ...(display.glyph === 'rejected' ? [] : [signSegment(display, glyphs)]),
    {text: display.name, bold: true},
    {text: isMoving ? ', watching for changes' : '', dim: true},
  ];
}
