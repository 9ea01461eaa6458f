import {asToolError, ToolError} from '../services/model/error.ts';
import type {Host} from '../services/ports.ts';
import {type Command, type CommandContext, canWait, type Presentation} from './command.ts';
import {readInput} from './command-line/read-input.ts';
import {type Flags, type InputOf, isSwitch} from './flags/flags.ts';
import {withAdvice} from './present/error.ts';
import {formatJson, plannedRequests, shellLine, showsLinks, terminalWidth} from './present/formats.ts';
import type {Globals, Session} from './session/session.ts';

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

export async function logged<Result>(
  {path, flags, effect}: Pick<Command, 'path' | 'flags' | 'effect'>,
  {session, host, given = new Map(), known}: Pick<CommandContext, 'session' | 'host' | 'given' | 'known'>,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  if (effect === 'none' || effect === 'local' || session.plan) return run(session);
  const {loggingWrites} = await import('./session/log-writes.ts');
  const line = known?.line ?? lineOf({path, flags}, given, session.globals);
  return loggingWrites({...known, path, given, line}, {session, host}, run);
}

/**
 * Runs a command to its end even if nobody reads stdout, because its outcome decides the exit code. Only a list
 * printed as NDJSON stops early. @returns the exit code
 */
export async function printResult(
  command: Command,
  input: Record<string, unknown>,
  context: CommandContext,
  {pretty, isAsked = true}: {pretty: boolean; isAsked?: boolean},
): Promise<number> {
  const {present, flags} = command;
  const {format, host, session} = context;
  const hasShown = present.showsSteps && host.terminal.stdoutIsTty && !isAsked;
  const isHidden = hasShown && !session.plan;
  let lost: ToolError | undefined;
  const print = async (text: string) => {
    if (lost || text === '' || isHidden) return;
    await host.terminal.write(`${text}\n`).catch((error) => {
      lost = asToolError(error);
    });
  };
  const emit = async (items: readonly unknown[]) => {
    await print(items.map((item) => formatJson(item, {pretty: false})).join('\n'));
    if (lost && !canWait(command)) throw lost;
  };
  const result = await runCommand(command, input, {...context, emit: format === 'ndjson' ? emit : undefined});
  const {plan} = session;
  const isBrief = plan && hasShown && format === 'json';
  if (isBrief) await print(await formatted(plannedRequests, plan, pretty, {...context, format: 'table'}));
  else if (plan && !present.showsSteps) await print(await formatted(plannedRequests, plan, pretty, context));
  else await print(await formatted(present, result, pretty, context));
  const {note, error, code = 0} = present.ending?.(result, format) ?? {};
  for (const line of note?.split('\n') ?? []) context.note(line);
  if (error) throw withAdvice(error, session.globals);
  if (!lost || lost.facts.signal === 'EPIPE') return code;
  throw 'dry-run' in flags && !session.plan ? lost.with({line: CARRIED_OUT}) : lost;
}

const CARRIED_OUT = 'The command did its work; only its result could not be printed.';

async function formatted<Result>(
  present: Presentation<Result>,
  result: Result,
  pretty: boolean,
  {host, session, format}: CommandContext,
): Promise<string> {
  if (format === 'json' && present.json) return formatJson(present.json(result), {pretty});
  if (format === 'text') return (present.text?.(result) ?? []).join('\n');
  if (format === 'ndjson' || !present.table) return '';
  // Measuring widths loads Unicode tables, which takes 30 ms.
  const {formatTable} = await import('./present/table.ts');
  const width = terminalWidth(host);
  const links = width !== undefined && (await showsLinks(host, session.globals));
  const fit = width === undefined ? undefined : {width, links};
  return formatTable(present.table(result), fit).join('\n');
}

export interface Guided<Result> {
  line: string;
  subject?: string;
  app?: string;
  check(): void;
  run(signal: AbortSignal): Promise<Result>;
}

/**
 * @param given values by flag name, in display order; a switch has `true`
 * @param known the objects that the command acts on, as already read
 */
export function guided<F extends Flags, Result>(
  command: Command<F, Result>,
  given: ReadonlyMap<string, string>,
  session: Session,
  host: Host,
  known?: CommandContext['known'],
): Guided<Result> {
  const checked = () => readInput(command, given, {});
  return {
    line: lineOf(command, given, session.globals),
    subject: given.get('version-id'),
    app: given.get('app'),
    check: () => void checked(),
    async run(signal) {
      const context = {session, host, signal, given, known, positionals: [], format: 'json', note() {}} as const;
      return runCommand(command, checked(), context);
    },
  };
}

/**
 * Returns the command line without `--on-change`, which changes nothing in the store, runs on this machine, and often
 * holds the secret address of a webhook.
 */
export function lineOf(
  {path, flags}: Pick<Command, 'path' | 'flags'>,
  given: ReadonlyMap<string, string>,
  globals: Globals,
): string {
  const kept = [...given].filter(([name]) => name !== 'on-change');
  const written = kept.map(([name, text]): [string, string | boolean] => {
    return [name, isSwitch(flags[name]) ? text !== 'false' : text];
  });
  return shellLine({command: path, flags: Object.fromEntries(written)}, globals);
}
