import {ToolError} from '../services/model/error.ts';
import type {Command} from './command.ts';

/** A usage error that names the flag it is about and points to the help. */
export function usage(
  message: string,
  {flag, command}: {flag?: string; command?: Pick<Command, 'path'>} = {},
): ToolError {
  return new ToolError('usage', message, {hint: helpHint(command?.path), facts: {flag}});
}

export function helpHint(path: readonly string[] = []): string {
  return `See 'tool ${[...path, '--help'].join(' ')}'.`;
}
