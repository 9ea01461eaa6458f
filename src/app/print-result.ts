import {ToolError} from '../services/model/error.ts';
import type {Command, CommandContext, Format, Presentation} from './command.ts';
import {withAdvice} from './present/error.ts';
import {formatJson} from './present/json.ts';
import {plannedRequests} from './present/plan.ts';
import {runCommand} from './run-command.ts';

/** Runs a command and prints its result as its format says. @returns the exit code */
export async function printResult(
  command: Command,
  input: Record<string, unknown>,
  context: CommandContext,
  {pretty}: {pretty: boolean},
): Promise<number> {
  const {present, stream} = command;
  const {format, host} = context;
  if (format === 'ndjson' && stream) {
    for await (const batch of stream(input, context)) {
      await host.terminal.write(batch.map((item) => `${formatJson(item, {pretty: false})}\n`).join(''));
    }
    return 0;
  }
  const result = await runCommand(command, input, context);
  const {plan} = context.session;
  const failure = present.failure?.(result);
  if (plan) {
    if (failure) throw failure;
    await host.terminal.write(`${await formatted(plannedRequests, plan, format, pretty)}\n`);
    return 0;
  }
  const note = present.note?.(result, format);
  const text = await formatted(present, result, format, pretty);
  try {
    if (text !== '') await host.terminal.write(`${text}\n`);
  } catch (error) {
    if (!(error instanceof ToolError) || !('dry-run' in command.flags) || failure) throw error;
    throw error.with({line: 'The command was carried out; only its result could not be printed.'});
  }
  for (const line of note?.split('\n') ?? []) context.note(line);
  if (failure) throw withAdvice(failure, context.session.globals);
  return present.exitCode?.(result) ?? 0;
}

async function formatted<Result>(
  present: Presentation<Result>,
  result: Result,
  format: Format,
  pretty: boolean,
): Promise<string> {
  if (format === 'json' && present.json) return formatJson(present.json(result), {pretty});
  if (format === 'text') return (present.text?.(result) ?? []).join('\n');
  if (!present.table) return '';
  // Display widths need tables of Unicode, 30 ms that JSON does not cost.
  const {formatTable} = await import('./present/table.ts');
  return formatTable(present.table(result)).join('\n');
}
