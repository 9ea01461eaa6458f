import {ToolError} from '../services/model/error.ts';

/** A usage error. One with a `flag` follows its name: `needs a value`. Where to read on is added at the end (run.ts). */
export function usage(message: string, {flag}: {flag?: string} = {}): ToolError {
  return new ToolError('usage', message, {facts: {flag}});
}
