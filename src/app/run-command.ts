import {drained} from '../services/generators.ts';
import {ToolError} from '../services/model/error.ts';
import type {Host} from '../services/ports.ts';
import type {Command, CommandContext, Presentation} from './command.ts';
import type {Flags, InputOf} from './flags/flags.ts';
import {readInput} from './flags/read-input.ts';
import {withAdvice} from './present/error.ts';
import {commandLine, formatJson, plannedRequests, showsLinks, terminalWidth} from './present/formats.ts';
import type {Globals, Session} from './session/session.ts';

/**
 * Runs a command, for the command line and the app alike: what it writes is kept in the log of writes. An error says which
 * command shows the current state.
 */
export async function runCommand<F extends Flags, Result>(
  command: Command<F, Result>,
  input: InputOf<F>,
  context: CommandContext,
): Promise<Result> {
  try {
    return await logged(command, context, (session) => command.run(input, {...context, session}));
  } catch (error) {
    throw error instanceof ToolError ? withAdvice(error, context.session.globals) : error;
  }
}

/** Of a command that may write; what only reads needs no log, and a dry run writes nothing. */
export async function logged<Result>(
  {path, flags, effect}: Pick<Command, 'path' | 'flags' | 'effect'>,
  {session, host, given = new Map(), known}: Pick<CommandContext, 'session' | 'host' | 'given' | 'known'>,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  if (effect === 'none' || effect === 'local' || session.plan) return run(session);
  const {recorded} = await import('./session/record-write.ts');
  const line = known?.line ?? lineOf({path, flags}, given, session.globals);
  return recorded({...known, path, given, line}, {session, host}, run);
}

/** @returns the exit code */
export async function printResult(
  command: Command,
  input: Record<string, unknown>,
  context: CommandContext,
  {pretty}: {pretty: boolean},
): Promise<number> {
  const {present, stream} = command;
  const {format, host} = context;
  if (format === 'ndjson' && stream) {
    const write = (batch: readonly unknown[]) =>
      host.terminal.write(batch.map((item) => `${formatJson(item, {pretty: false})}\n`).join(''));
    const end = await logged(command, context, (session) => drained(stream(input, {...context, session}), write));
    return end === undefined ? 0 : finish(command, end, context);
  }
  const result = await runCommand(command, input, context);
  const {plan} = context.session;
  const failure = present.failure?.(result);
  if (plan && !present.showsPlan) {
    if (failure) throw failure;
    await host.terminal.write(`${await formatted(plannedRequests, plan, pretty, context)}\n`);
    return 0;
  }
  const text = await formatted(present, result, pretty, context);
  try {
    if (text !== '') await host.terminal.write(`${text}\n`);
  } catch (error) {
    if (!(error instanceof ToolError) || !('dry-run' in command.flags) || failure) throw error;
    throw error.with({line: 'The command was carried out; only its result could not be printed.'});
  }
  return finish(command, result, context);
}

/** @returns the exit code */
function finish({present}: Command, result: unknown, context: CommandContext): number {
  for (const line of present.note?.(result, context.format)?.split('\n') ?? []) context.note(line);
  const failure = present.failure?.(result);
  if (failure) throw withAdvice(failure, context.session.globals);
  return present.exitCode?.(result) ?? 0;
}

async function formatted<Result>(
  present: Presentation<Result>,
  result: Result,
  pretty: boolean,
  {host, session, format}: CommandContext,
): Promise<string> {
  if (format === 'json' && present.json) return formatJson(present.json(result), {pretty});
  if (format === 'text') return (present.text?.(result) ?? []).join('\n');
  if (!present.table) return '';
  // Display widths load Unicode tables, which takes 30 ms.
  const {formatTable} = await import('./present/table.ts');
  const width = terminalWidth(host);
  const links = width !== undefined && (await showsLinks(host, session.globals));
  const fit = width === undefined ? undefined : {width, env: host.env, links};
  return formatTable(present.table(result), fit).join('\n');
}

/** A command that the app is about to run, and the line that does the same from a shell. */
export interface Guided<Result> {
  line: string;
  /** @throws ToolError usage */
  check(): void;
  run(signal: AbortSignal): Promise<Result>;
}

/**
 * @param given texts by flag name, in the order to show; those of switches are `true`
 * @param known what it acts on, as it is now
 */
export function guided<F extends Flags, Result>(
  command: Command<F, Result>,
  given: ReadonlyMap<string, string>,
  session: Session,
  host: Host,
  known?: CommandContext['known'],
): Guided<Result> {
  // No environment: only what the flow shows is sent.
  const checked = () => readInput(command, given, {});
  return {
    line: lineOf(command, given, session.globals),
    check: () => void checked(),
    async run(signal) {
      const context = {session, host, signal, given, known, positionals: [], format: 'json', note() {}} as const;
      return runCommand(command, checked(), context);
    },
  };
}

/** Without `--on-change`: it writes nothing, runs on this machine, and often holds the secret address of a webhook. */
export function lineOf(
  {path, flags}: Pick<Command, 'path' | 'flags'>,
  given: ReadonlyMap<string, string>,
  globals: Globals,
): string {
  const kept = [...given].filter(([name]) => name !== 'on-change');
  const written = kept.map(([name, text]): [string, string | boolean] => {
    return [name, flags[name]?.kind === 'switch' ? text !== 'false' : text];
  });
  return commandLine({command: path, flags: Object.fromEntries(written)}, globals);
}
