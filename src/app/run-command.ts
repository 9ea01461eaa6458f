import {ToolError} from '../services/model/error.ts';
import type {Command, CommandContext, Flags} from './command.ts';
import type {InputOf} from './flags.ts';
import {withAdvice} from './present/error.ts';

/** Runs a command, for the command line and the app alike. An error names the command to check with, where there is one. */
export async function runCommand<F extends Flags, Result>(
  command: Command<F, Result>,
  input: InputOf<F>,
  context: CommandContext,
): Promise<Result> {
  try {
    return await command.run(input, context);
  } catch (error) {
    throw error instanceof ToolError ? withAdvice(error, context.session.globals) : error;
  }
}
