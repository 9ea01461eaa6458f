import {ToolError} from '../services/model/error.ts';

/** A usage error; `flag` is the one it is about. Where to read on is added at the end (run.ts). */
export function usage(message: string, {flag}: {flag?: string} = {}): ToolError {
  return new ToolError('usage', message, {facts: {flag}});
}
