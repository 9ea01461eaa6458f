import {ToolError} from '../services/model/error.ts';

/** A usage error. One with a `flag` follows its name: `needs a value`. */
export function usage(message: string, {flag}: {flag?: string} = {}): ToolError {
  return new ToolError('usage', message, {facts: {flag}});
}

/** A usage error with where to read on: the help of a command, of a group, or all of it. */
export function withHelp(error: ToolError, command: readonly string[]): ToolError {
  if (error.kind !== 'usage' || error.facts.command) return error;
  const pointer = `See 'tool ${[...command, '--help'].join(' ')}'.`;
  const hint = error.hint?.includes('--help') ? error.hint : [error.hint, pointer].filter(Boolean).join(' ');
  return error.with({hint, facts: {command}});
}
