import {useState} from 'react';
import type {ToolError} from '../../services/model/error.ts';
import type {Write} from '../../services/model/ledger.ts';
import {type Reading, UNDECIDED} from '../../services/model/outcome.ts';
import {capitalized} from '../../services/model/values.ts';
import {localTime} from '../../services/text/local-time.ts';
import {wrap} from '../../services/text/width.ts';
import {retryAt, useCountdown, useDisplay, useServices} from '../context/services.ts';
import {inKeys} from '../frame/banner.ts';
import {useQuery} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {inWords} from '../text/labels.ts';
import {type LineContent, noteLines, signedLines} from '../text/lines.ts';
import {DoneView, type WriteResult, type WriteViewProps} from './done-view.tsx';
import {BACK, LinesView} from './lines-screen.tsx';
import {useShipNews} from './ship-news.ts';

export function UnknownOutcome<Result extends WriteResult>(props: WriteViewProps<Result> & {error: ToolError}) {
  const {frame, write, error, undone, whether, inSteps, onLeave} = props;
  const {host} = useServices();
  const tell = useShipNews();
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
  /** Reads again before anything is sent, because the lost request may still arrive. Nothing is sent automatically. */
  const look = async (signal: AbortSignal) => {
    if (lost) lost.reading = undefined;
    const reading = await lost?.look?.(signal).catch(() => undefined);
    if (reading?.verdict !== 'done' && reading?.verdict !== 'not-done') throw error;
    return wholeResult(reading, localTime(host.clock.now()));
  };

  const isOpen = found?.verdict === 'not-done';
  const isUndone = isOpen || isPart;
  const headline = isPart ? undone : `It is not known whether ${whether}`;
  const sent = lost ? [`Sent, without a clear answer: ${inWords(lost.what)}.`] : [];
  const notes = [isOpen ? mayStill(wait) : '', isUndone ? wait : ''].filter(Boolean).join(' ');
  const news = `${capitalized((isPart ? 'not finished: ' : '') + inWords(found?.found ?? ''))}.`;
  const linesIn = (width: number): LineContent[] => [
    ...signedLines({sign: glyphs.blocked, tone: 'busy', bold: true}, `${headline}. ${loss}`, width),
    ...[sent, details, leftover]
      .flat(2)
      .flatMap((detail) => wrap(inKeys(detail), width - 2).map((line) => `  ${line}`)),
    '',
    ...(found
      ? [...wrap(news, width).map((text) => [{text, bold: true}]), [{text: `Checked at ${at}`, dim: true}]]
      : wrap(check.missing, width)),
    ...(notes === '' ? [] : ['', ...noteLines(notes, width)]),
  ];
  const leave = () => {
    if (!isPart) tell?.(`${headline}.`, {isUnknown: true});
    onLeave(false);
  };
  const title = 'Look again, and send it again only if nothing was done';
  const again: Binding = isUndone
    ? {keys: ['r'], label: 'try again', title, guarded: 'try again', run: () => write.again(isPart ? undefined : look)}
    : {keys: ['r'], label: 'check again', guarded: 'check again', run: check.again};
  const keys: Binding[] = [again, {keys: ['esc'], label: BACK, guarded: true, run: leave}];
  return <LinesView {...{frame, keys, linesIn}} waiting={check.slow} />;
}

/** @param wait the pause that the service asks for; undefined if it names no time */
function mayStill(wait: string | undefined): string {
  const pause = wait === undefined ? 'Wait a minute: ' : '';
  return `The request may still take effect. ${pause}r looks again, and sends it only if nothing was done.`;
}

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

/** Returns `Try again in 5 s.`, an empty string once that time is over, or undefined if the service names no time. */
export function useWait(error: ToolError): string | undefined {
  const {clock} = useServices().host;
  const [until] = useState(() => retryAt(error, clock));
  const left = useCountdown(until, clock);
  if (until === undefined) return undefined;
  return left > 0 ? `Try again in ${left} s.` : '';
}
