import type {Command, CommandContext} from './command.ts';
import {formatJson} from './present/json.ts';
import {formatTable} from './present/table.ts';

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
  const result = await command.run(input, context);
  const note = present.note?.(result, format);
  if (format === 'json' && present.json) await host.terminal.write(`${formatJson(present.json(result), {pretty})}\n`);
  const lines =
    format === 'table'
      ? present.table && formatTable(present.table(result))
      : format === 'text' && present.text?.(result);
  if (lines && lines.length > 0) await host.terminal.write(`${lines.join('\n')}\n`);
  if (note) context.note(note);
  return present.exitCode?.(result) ?? 0;
}
