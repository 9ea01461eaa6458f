import {cleanJson} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {PlannedRequest, SuggestedCommand, WithNote} from '../../services/model/outcome.ts';
import {shellWord} from '../../services/model/shell-word.ts';
import {isFalse} from '../../services/model/values.ts';
import {AGREEMENTS_PAGE, APP_PAGE, hasWebPages, NO_PAGE} from '../../services/model/web-pages.ts';
import type {Env, Host} from '../../services/ports.ts';
import type {Presentation, Schema, TableData} from '../command.ts';
import type {Globals} from '../session/session.ts';
import {anything, constant, enumOf, list, object, picked, type Source, shaped, string} from './shapes.ts';

const NARROWEST = 20;

/** Returns COLUMNS or the terminal's width, and undefined in a pipe. */
export function terminalWidth(
  {terminal, env}: Pick<Host, 'terminal' | 'env'>,
  isTerminal = terminal.stdoutIsTty,
): number | undefined {
  if (!isTerminal) return undefined;
  return Math.max(NARROWEST, columnsVariable(env) ?? (terminal.columns || 80));
}

const MOST_HELP = 100;

export function helpWidth(host: Pick<Host, 'terminal' | 'env'>): number {
  const piped = Math.max(NARROWEST, Math.min(80, columnsVariable(host.env) ?? 80));
  return Math.min(MOST_HELP, terminalWidth(host) ?? piped);
}

function columnsVariable({COLUMNS}: Env): number | undefined {
  return COLUMNS && /^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : undefined;
}

export function formatJson(value: unknown, {pretty}: {pretty: boolean}): string {
  return cleanJson(JSON.stringify(value, null, pretty ? 2 : undefined));
}

export function fieldTable(value: object): TableData {
  const rows = Object.entries(value).flatMap(([field, content]): [string, string][] => {
    if (content === undefined) return [];
    if (Array.isArray(content)) return content.map((item) => [field, JSON.stringify(item)]);
    return [[field, typeof content === 'object' ? JSON.stringify(content) : String(content)]];
  });
  return {columns: ['Field', 'Value'], rows, roles: {Value: 'wrap'}};
}

export function record<Result extends object, T extends object>(
  schema: Schema<T>,
  membersOf: (result: Result) => NoInfer<Source<T>>,
): Presentation<Result & WithNote & {failure?: ToolError}> {
  const pick = picked(schema);
  const json = (result: Result) => Object(pick(membersOf(result)));
  return {
    json: shaped(schema, json),
    table: (result) => fieldTable(json(result)),
    ending: ({note, failure}) => ({note, error: failure}),
  };
}

export const requestShape = object({method: enumOf(['POST', 'PATCH', 'DELETE']), path: string}, {body: anything});

export const plannedRequests: Presentation<readonly PlannedRequest[]> = {
  json: shaped(
    object({dryRun: constant(true), requests: list(requestShape)}),
    (requests: readonly PlannedRequest[]) => ({dryRun: true as const, requests}),
  ),
  table: (requests) => ({
    columns: ['Method', 'Path'],
    roles: {Path: 'wrap'},
    rows: requests.map(({method, path}) => [method, path]),
  }),
};

export type Where = Pick<Globals, 'sandbox' | 'isServedSandbox' | 'profile' | 'platform' | 'asCall'>;

/** Returns a line for a shell, or `versions_view {"version_id":"1"}` for an agent. */
export function commandLine(command: SuggestedCommand, where: Where): string {
  const call = where.asCall?.(command);
  if (!call) return shellLine(command, where);
  const needs = command.needs ? ` and ${command.needs.join(', ')}` : '';
  return `${call.tool} ${JSON.stringify(call.arguments)}${needs}`;
}

export function shellLine({command, flags, needs = []}: SuggestedCommand, {sandbox, profile, platform}: Where): string {
  const word = (text: string) => shellWord(text, platform);
  const written = Object.entries(flags).map(([name, value]) => {
    if (typeof value === 'boolean') return value ? `--${name}` : `--${name}=false`;
    return value.startsWith('-') ? `--${name}=${word(value)}` : `--${name} ${word(value)}`;
  });
  const globals = [...(profile && !sandbox ? [`--profile ${word(profile)}`] : []), ...(sandbox ? ['--sandbox'] : [])];
  // Placeholders come last: the line then ends with `>`, so a shell refuses to run it.
  const lacks = needs.map((name) => `--${name} <${name.toUpperCase()}>`);
  return ['tool', ...command, ...written, ...globals, ...lacks].join(' ');
}

/** Replaces an app's page in a sandbox, which has no web pages, with the command that fills in what the app lacks. */
export function withoutPages(hint: string | undefined, where: Where): string | undefined {
  if (hasWebPages(where)) return hint;
  const fillIn = (_: string, app: string) => shellLine({command: ['sandbox'], flags: {'fill-in': app}}, where);
  return hint?.replace(APP_PAGE, fillIn).replace(AGREEMENTS_PAGE, NO_PAGE);
}

export async function showsLinks(
  {terminal, env}: Pick<Host, 'terminal' | 'env'>,
  {noColor, screenReader, ...store}: Pick<Globals, 'noColor' | 'screenReader' | 'sandbox' | 'isServedSandbox'>,
): Promise<boolean> {
  if (isFalse(env.TOOL_LINKS) || noColor || screenReader || !hasWebPages(store)) return false;
  if (env.TERM === 'dumb' || !terminal.stdoutIsTty) return false;
  return terminal.showsLinks();
}

/** Makes an OSC 8 link. @param text is already clean @param url made by tool, so nothing in it ends the sequence */
export function linked(text: string, url: string | undefined): string {
  return url === undefined || text === '' ? text : `\u001B]8;;${url}\u0007${text}\u001B]8;;\u0007`;
}
