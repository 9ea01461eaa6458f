import {cleanLines} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';

export interface Description {
  /** What happened: a first line, and details below it. */
  message: string;
  details: readonly string[];
  hint?: string;
}

/** An error in words, for stderr and for the screens: cleaned, without a stack. */
export function describe(error: ToolError): Description {
  const [message = '', ...details] = cleanLines(error.message).split('\n');
  if (error.kind === 'bug') {
    return {message: `Unexpected: ${message}`, details, hint: 'This is a bug in tool: TOOL_DEBUG=1 shows where.'};
  }
  return {message, details, hint: error.hint && cleanLines(error.hint)};
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
