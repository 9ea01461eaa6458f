import {type ErrorFacts, ToolError} from '../model/error.ts';
import {type CheckCommand, type PlannedRequest, type Reading, UNDECIDED} from '../model/outcome.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {parseAnswer} from './errors.ts';

export type Request = readonly [method: PlannedRequest['method'], path: string, body?: object];

interface Write<Result extends object> {
  request: Request;
  /** e.g. `create version 1.2.0 for IOS` */
  what: string;
  check: CheckCommand;
  /** One conclusive GET; `result` is what the write would have answered. */
  read(client: Client): Promise<Reading<Result>>;
}
/** The result is in the answer, or known beforehand. */
type Answered<Result> = {toResult(answer: string): Result; result?: undefined} | {result: Result; toResult?: undefined};

/**
 * Sends a write once. When its answer is lost, one GET finds out the current state: a write that was carried out is a
 * success, noted by the client; otherwise the error says what is known, also as `facts.reading`, and `facts.reread` reads again.
 */
export async function confirmWrite<Result extends object>(
  client: Client,
  {request, what, check, read, toResult, result: known}: Write<Result> & Answered<Result>,
): Promise<Result> {
  const reread = async (signal?: AbortSignal): Promise<Reading<Result>> => {
    const {verdict, found, result} = await read(client.with(signal));
    return verdict === 'done' ? {verdict, found, result: known ?? result} : {verdict, found};
  };
  try {
    const answer = await client.write(...request);
    return toResult ? parseAnswer(() => toResult(answer)) : known;
  } catch (error) {
    if (!(error instanceof ToolError) || !isUnknown(error)) throw error;
    let unread: unknown;
    const reading = await reread(client.signal).catch((reason) => {
      unread = reason;
    });
    if (reading?.result) {
      client.notes.push(`The answer was lost; a check shows that ${reading.found}`);
      return reading.result;
    }
    const timeOuts = unread === undefined ? 0 : timeOutsOf(error) + timeOutsOf(unread);
    const found = reading ? {...reading, at: client.clock.now()} : undefined;
    const fate = describe(found, what);
    const facts = {reading: found, fate, reread, check, outcome: 'unknown', timeOuts, result: known} as const;
    throw interruptedAfter(error, client.signal).with({line: fate, facts});
  }
}

/** After a refusal, `look` reads again: if someone else did it first, it throws a conflict that says so. */
export async function unlessOvertaken<Result>(
  client: Client,
  write: Promise<Result>,
  look: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const isRefusal = error instanceof ToolError && (error.kind === 'conflict' || error.kind === 'not-found');
    const isRefused = isRefusal && client.written === 'refused';
    const now: unknown = isRefused ? await look().catch((reason: unknown) => reason) : undefined;
    throw now instanceof ToolError && now.kind === 'conflict' ? now : error;
  }
}

export function createdId(answer: string): {id: string} {
  return {id: parseSingle(answer).data.id};
}

/** Interrupting the GET interrupts the run. */
function interruptedAfter(error: ToolError, signal: AbortSignal | undefined): ToolError {
  const reason = signal?.reason;
  if (error.kind === 'interrupted' || !(reason instanceof ToolError)) return error;
  return reason.with({summary: `${reason.summary} after ${error.summary}`});
}

function timeOutsOf(error: unknown): number {
  return (error instanceof ToolError && error.facts.timeOuts) || 0;
}

function describe(reading: Reading | undefined, what: string): string {
  if (!reading) return `The outcome is unknown: ${UNDECIDED} (${what}).`;
  const {verdict, found} = reading;
  if (verdict === 'done') return `A check just now found that ${found}.`;
  const rest = verdict === 'not-done' ? '; the change may still take effect' : '';
  return `The outcome is unknown. A check just now found that ${found}${rest}.`;
}

export function isUnknown(error: unknown): boolean {
  return error instanceof ToolError && error.facts.outcome === 'unknown';
}

/** For an error after writes that were carried out. */
export function afterWrites(error: ToolError): ErrorFacts {
  return isUnknown(error) ? {} : {cancelled: undefined, outcome: 'carried-out'};
}
