import {ToolError} from '../model/error.ts';
import type {Written} from './store.ts';

/**
 * What a reading after a write without an answer shows: carried out (with its result), carried out although the result
 * itself is lost, or not carried out so far; the latter two in words.
 */
export type Reading<Result> = {done: Result} | {lost: string} | {undone: string};

export interface Settling<Result extends object> {
  /** What was to be done, e.g. `create version 1.2.0 for IOS`. */
  what: string;
  /** The command that shows what is now true. */
  check: string;
  /** One GET that can settle it. */
  read(): Promise<Reading<Result>>;
}

/**
 * Carries out a write; when its answer is lost, reads once to find out what is now true. A write that turns out to be
 * carried out is a success with a note; otherwise the error says what is known. The write itself never goes out again.
 */
export async function settled<Result extends object>(
  write: () => Promise<Result>,
  {what, check, read}: Settling<NoInfer<Result>>,
): Promise<Result & Written> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ToolError) || !error.facts.outcome) throw error;
    if (error.facts.outcome === 'not-sent') throw error.with({line: 'Nothing was sent.'});
    const reading = error.kind === 'interrupted' ? undefined : await read().catch(() => undefined);
    if (reading && 'done' in reading) {
      return {
        ...reading.done,
        note: `The answer was lost (${firstLine(error)}), but the service shows that it was carried out: ${what}`,
      };
    }
    if (reading && 'lost' in reading)
      throw error.with({line: `As read just now, ${reading.lost}.`, hint: `See it with: ${check}`});
    const known = reading
      ? `Its outcome is unknown: it may still be carried out, but as read just now, ${reading.undone}.`
      : `Its outcome is unknown: the service may or may not have carried it out (${what}).`;
    throw error.with({line: known, hint: `It was not sent again. See what is true before you repeat it: ${check}`});
  }
}

function firstLine({message}: ToolError): string {
  return message.split('\n')[0] ?? message;
}
