import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {Write} from '../model/ledger.ts';
import type {Finding, Reading, SuggestedCommand, Verdict} from '../model/outcome.ts';
import {namesOf} from '../model/release-notes.ts';
import type {Client} from './client.ts';
import type {Resource, WriteRequest} from './wire.ts';

interface Confirmed<Result extends object> extends Pick<Write, 'what' | 'of'> {
  request: WriteRequest;
  /** The result, or a function that makes it from the answer. A DELETE has no answer. */
  result: Result | ((answer: Resource) => Result);
  checkWith: SuggestedCommand;
  /** Reads the outcome of the write. `result` is what the write would have returned. `isAgain` marks a later read. */
  read(client: Client, isAgain: boolean): Promise<Reading<Result>>;
}

/** Sends a write once. If the answer is lost, a read shows whether it took effect. The write's `look` reads again. */
export async function confirmWrite<Result extends object>(
  client: Client,
  {request, what, of, checkWith, read, result}: Confirmed<Result>,
): Promise<Result> {
  const {ledger, clock} = client;
  const [method, path, body] = request;
  const known = typeof result === 'function' ? undefined : result;
  const look = async (signal?: AbortSignal, isAgain = true): Promise<Reading<Result>> => {
    const {verdict, found, result: current} = await read(client.with(signal), isAgain);
    const reading = verdict === 'done' ? {verdict, found, result: known ?? current} : {verdict, found};
    write.reading = {...reading, at: clock.now()};
    return reading;
  };
  const write: Omit<Write, 'fate'> & Partial<Pick<Write, 'fate'>> = {method, path, what, of, checkWith, look};
  try {
    const answer = await client.write(write, body);
    return typeof result === 'function' ? result(answer as Resource) : result;
  } catch (error) {
    if (!(error instanceof ToolError) || write.fate !== 'lost') throw error;
    write.error ??= error;
    if (known) ledger.result = {...ledger.result, ...known};
    const reading = await look(client.signal, false).catch((reason) => {
      write.unread = reason;
    });
    if (reading?.result) return reading.result;
    const {reason} = client.signal ?? {};
    const isStopped = reason instanceof ToolError && error.kind !== 'interrupted';
    throw isStopped ? reason.with({summary: `${reason.summary} after ${error.summary}`}) : error;
  }
}

/** @param look reads again after a refusal. It returns a result if someone else did the same, or throws a conflict */
export async function unlessOvertaken<Result>(
  client: Client,
  write: Promise<Result>,
  look: () => Promise<Result | undefined>,
): Promise<Result> {
  const isRefused = () => client.ledger.outcome === 'refused';
  try {
    return await write;
  } catch (error) {
    const mayBeOvertaken = error instanceof ToolError && (error.kind === 'conflict' || error.kind === 'not-found');
    if (!mayBeOvertaken || !isRefused()) throw error;
    const now = await look().catch((reason) => {
      throw reason instanceof ToolError && (reason.kind === 'conflict' || !isRefused()) ? reason : error;
    });
    if (now === undefined) throw error;
    return now;
  }
}

export function noteOf({ledger}: Client): string | undefined {
  const {confirmed, writes, notes, doneClause} = ledger;
  const locales = confirmed.flatMap(({of}) => of ?? []);
  const names = namesOf(locales, writes.filter(({of}) => of !== undefined).length);
  const lines =
    locales.length > 1
      ? [`${names}: the answer was lost; a check shows they were written`]
      : confirmed.map(({reading}) => `The answer was lost; a check shows that ${doneClause ?? reading?.found}`);
  return [...new Set(lines), ...notes].join('\n') || undefined;
}

type Row = readonly [states: readonly string[], clause: string];

export function judge(state: string | undefined, done: Row, notDone: Row): Finding {
  const verdict = verdictOn(state, done[0], notDone[0]);
  if (verdict === 'other') return {verdict, found: `the version is in ${cleanText(state ?? 'no known state')}`};
  return {verdict, found: verdict === 'done' ? done[1] : notDone[1]};
}

export function verdictOn(state = '', done: readonly string[], notDone: readonly string[]): Verdict {
  if (notDone.includes(state)) return 'not-done';
  return done.includes(state) ? 'done' : 'other';
}
