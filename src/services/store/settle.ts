import {type ErrorFacts, ToolError} from '../model/error.ts';
import type {CheckCommand, Finding, Reading} from '../model/outcome.ts';
import type {Written} from './store.ts';

export interface Settling<Result extends object> {
  /** What was to be done, e.g. `create version 1.2.0 for IOS`. */
  what: string;
  /** The command that shows what is now true. */
  check: CheckCommand;
  /** One GET that can settle it. */
  read(signal?: AbortSignal): Promise<Reading<Result>>;
}

/**
 * Carries out a write; when its answer is lost, reads once to find out what is now true. A write that turns out to be
 * carried out is a success with a note; otherwise the error says what is known, and `facts.reread` reads again. The
 * write itself never goes out again.
 */
export async function settled<Result extends object>(
  write: () => Promise<Result>,
  {what, check, read}: Settling<NoInfer<Result>>,
  signal?: AbortSignal,
): Promise<Result & Written> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ToolError) || error.facts.outcome !== 'unknown') throw error;
    let unread: unknown;
    const reading = await read(signal).catch((reason) => {
      unread = reason;
    });
    if (reading?.result) {
      return {
        ...reading.result,
        note: `The answer was lost: ${firstLine(error)}; but the service shows that it was carried out: ${what}`,
      };
    }
    const timeOuts = unread === undefined ? 0 : timeOutsOf(error) + timeOutsOf(unread);
    const facts = {reread: read, check, outcome: 'unknown', timeOuts} as const;
    throw endedBy(error, signal).with({line: known(reading || undefined, what), facts});
  }
}

/** Who stops the reading, too, has stopped the run. */
function endedBy(error: ToolError, signal: AbortSignal | undefined): ToolError {
  const reason = signal?.reason;
  if (error.kind === 'interrupted' || !(reason instanceof ToolError)) return error;
  return reason.with({suffix: ` after ${firstLine(error)}`});
}

function timeOutsOf(error: unknown): number {
  return (error instanceof ToolError && error.facts.timeOuts) || 0;
}

function known(reading: Reading | undefined, what: string): string {
  if (!reading) return `The outcome is unknown: the service may or may not have carried it out (${what}).`;
  const {verdict, found} = reading;
  if (verdict === 'done') return `A check just now found that ${found}.`;
  const rest = verdict === 'not-done' ? '; the change may still take effect' : '';
  return `The outcome is unknown. A check just now found that ${found}${rest}.`;
}

/** A finding with what the write would have answered, where it was carried out. */
export function withResult<Result>(finding: Finding, result: Result | undefined): Reading<Result> {
  const {verdict, found} = finding;
  return verdict === 'done' ? {verdict, found, result} : {verdict, found};
}

/** Does what comes before a write. @throws ToolError with `facts.outcome` `not-sent` */
export async function beforeWrite<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notSent(error);
  }
}

/** What kept a write from being sent. */
export function notSent(error: unknown): unknown {
  return error instanceof ToolError ? error.with({facts: {outcome: 'not-sent'}}) : error;
}

/** What is not so of a write that failed after others: whoever stopped it has to know that something was sent. */
export function afterOthers({facts: {outcome}}: ToolError): ErrorFacts {
  return outcome === 'unknown' ? {} : {cancelled: undefined, outcome: 'carried-out'};
}

/** Reads the answer to a write. One that cannot be understood leaves the outcome unknown. */
export function answered<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof ToolError ? error.with({facts: {outcome: 'unknown'}}) : error;
  }
}

function firstLine({message}: ToolError): string {
  return message.split('\n')[0] ?? message;
}
