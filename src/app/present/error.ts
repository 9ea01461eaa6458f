import {cleanLines} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {Globals} from '../session.ts';
import {scripted} from '../use-cases/scripted.ts';

export interface Description {
  /** What happened: a first line, and details below it. */
  message: string;
  details: readonly string[];
  hint?: string;
}

/**
 * An error in words, for stderr and for the screens: cleaned, without a stack.
 * @param named false beside a form field, where the flag need not be named
 */
export function describe(error: ToolError, {named = true}: {named?: boolean} = {}): Description {
  const {flag, outcome} = error.facts;
  const [first = '', ...rest] = cleanLines(error.message).split('\n');
  const details = outcome === 'not-sent' ? [...rest, 'Nothing was sent.'] : rest;
  if (error.kind === 'bug') {
    return {message: `Unexpected: ${first}`, details, hint: 'This is a bug in tool: TOOL_DEBUG=1 shows where.'};
  }
  const message = named && flag !== undefined && isPredicate(error) ? `--${flag} ${first}` : first;
  return {message, details, hint: error.hint && cleanLines(error.hint)};
}

/** A message that follows the name of a flag. */
function isPredicate({kind, message}: ToolError): boolean {
  return kind === 'usage' && !message.startsWith('--');
}

/** The error with a hint that names the command to check with: on the same store, with the same profile. */
export function withAdvice(error: ToolError, globals: Pick<Globals, 'sandbox' | 'profile'>): ToolError {
  const {check, outcome} = error.facts;
  if (!check) return error;
  const flags = Object.entries(check.flags);
  const given = new Map(flags.map(([name, value]) => [name, value === true ? 'true' : value]));
  const line = scripted(check.command, given, globals, (name) => check.flags[name] === true);
  const lead =
    outcome === 'unknown' ? 'It was not sent again. Check the current state before you repeat it' : 'See it with';
  return error.with({hint: [error.hint, `${lead}: ${line}`].filter(Boolean).join(' ')});
}

/** `Error: …` and `Hint: …` for stderr. */
export function formatError(error: ToolError, {stack}: {stack: boolean}): string {
  const {message, details, hint} = describe(error);
  const trace = stack && error.kind === 'bug' ? [cleanLines(traceOf(error))] : [];
  return [`Error: ${message}`, ...details, ...(hint ? [`Hint: ${hint}`] : []), ...trace, ''].join('\n');
}

function traceOf(error: ToolError): string {
  return (error.cause instanceof Error ? error.cause.stack : undefined) ?? error.stack ?? '';
}
