import {cleanText, quoted} from '../services/model/clean.ts';
import {asToolError, exitCode, type ToolError} from '../services/model/error.ts';
import {parseReference} from '../services/model/reference.ts';
import {isFalse, isTrue} from '../services/model/values.ts';
import type {Host} from '../services/ports.ts';
import type {AppRequest, Command, CommandContext} from './command.ts';
import {chooseFormat, type GlobalInput, readGlobals} from './command-line/globals.ts';
import {type Invocation, readInvocation, withHelp} from './command-line/read-command.ts';
import {readInput, readSupplied} from './command-line/read-input.ts';
import {COMPLETE} from './commands/completion.ts';
import {commands} from './commands/index.ts';
import {usage} from './flags/flags.ts';
import {formatError, withCommandApart} from './present/error.ts';
import {formatJson, helpWidth, terminalWidth} from './present/formats.ts';
import {printResult} from './run-command.ts';
import {createSession} from './session/create-session.ts';
import {type MessageQueue, messageQueue, statusLine, stderrMessages} from './session/messages.ts';
import type {Globals, Session} from './session/session.ts';

/** Opens the full-screen app. cli.tsx passes this function to `run`, because nothing here may load React. */
export type OpenApp = (
  request: AppRequest,
  deps: {session: Session; host: Host; messages: MessageQueue},
) => Promise<number>;

export async function run(argv: readonly string[], host: Host, openApp?: OpenApp): Promise<number> {
  let path: readonly string[] = [];
  try {
    if (argv[0] === COMPLETE)
      return await (await import('./completion/complete.ts')).runCompletion(argv[1], commands, host);
    const invocation = readInvocation(argv, commands);
    if (invocation.command && !invocation.isHelp) path = invocation.path;
    return await dispatch(invocation, host, openApp);
  } catch (error) {
    return report(withHelp(asToolError(error), path), host);
  }
}

function report(error: ToolError, host: Host): number {
  if (error.facts.signal === 'EPIPE') return 0;
  const width = terminalWidth(host, host.terminal.stderrIsTty);
  host.terminal.writeError(formatError(error, {stack: isTrue(host.env.TOOL_DEBUG), width}));
  return exitCode(error);
}

async function dispatch(invocation: Invocation, host: Host, openApp?: OpenApp): Promise<number> {
  if (invocation.isHelp) return help(invocation.path, host, invocation.globals);
  const {warn} = stderrMessages(host.terminal, {debug: false});
  const globals = readGlobals(invocation.globals, host, warn);
  const app = isInteractive(invocation.globals, globals, host) ? openApp : undefined;

  const request = app && appRequest(invocation, host);
  if (request) return openOn(request, globals, host, app);
  const {command, positionals} = invocation;
  if (!command) return help(invocation.path, host);

  const format = chooseFormat(command, invocation.globals, host, warn);
  const input = await checkedInput(command, invocation, host, {shown: app !== undefined && isBare(invocation)});
  const plan = input.dryRun === true ? [] : undefined;
  const session = createSession(
    {...globals, readsAtOnce: command.readsAtOnce},
    host,
    stderrMessages(host.terminal, globals),
    plan,
  );
  const width = terminalWidth(host, host.terminal.stderrIsTty);
  const context: CommandContext = {
    session,
    host,
    signal: host.signal,
    positionals,
    given: withVariables(command, invocation.given, host),
    format,
    note: (text) => host.terminal.writeError(`${withCommandApart(cleanText(text), width)}\n`),
  };
  try {
    const {output, pretty = host.terminal.stdoutIsTty} = invocation.globals;
    const isAsked = output !== undefined || invocation.globals.pretty !== undefined;
    return await printResult(command, input, context, {pretty, isAsked});
  } finally {
    await session.close();
  }
}

function withVariables({flags}: Command, given: Invocation['given'], {env}: Host): ReadonlyMap<string, string> {
  const supplied = Object.entries(flags).flatMap(([name, {env: variable = ''}]) => {
    const text = env[variable]?.trim();
    const isUnused = given.has(name) || (name === 'app' && namesItsApp(given));
    return text && !isUnused ? [[name, text] as const] : [];
  });
  return new Map([...supplied, ...given]);
}

function namesItsApp(given: ReadonlyMap<string, string>): boolean {
  return given.has('version-id') && !given.has('app');
}

function isBare({given, positionals}: Invocation): boolean {
  return given.size === 0 && positionals.length === 0;
}

async function checkedInput(
  command: Command,
  {given, positionals}: Invocation,
  host: Host,
  {shown}: {shown: boolean},
): Promise<Record<string, unknown>> {
  try {
    return readInput(command, given, host.env, positionals);
  } catch (thrown) {
    if (!shown) throw thrown;
    await help(command.path, host);
    throw asToolError(thrown).with({hint: '', facts: {command: command.path}});
  }
}

async function help(path: readonly string[], host: Host, {output, pretty}: GlobalInput = {}): Promise<number> {
  const format = output?.trim().toLowerCase() ?? 'text';
  if (!['text', 'json'].includes(format)) throw usage(`${quoted(format)} is not one of text, json`, {flag: 'output'});
  if (format === 'json') {
    const {schemaDocument} = await import('./present/schema.ts');
    const document = schemaDocument({version: host.version, commands, path});
    await host.terminal.write(`${formatJson(document, {pretty: pretty ?? host.terminal.stdoutIsTty})}\n`);
    return 0;
  }
  const {formatHelp} = await import('./present/help.ts');
  await host.terminal.write(formatHelp(path, commands, helpWidth(host)));
  return 0;
}

function isInteractive({output, pretty}: GlobalInput, {noInput}: Globals, {terminal, env}: Host): boolean {
  const isCi = Boolean(env.CI?.trim()) && !isFalse(env.CI);
  const isPerson = terminal.stdinIsTty && terminal.stdoutIsTty && env.TERM !== 'dumb' && !isCi;
  return isPerson && !noInput && output === undefined && pretty === undefined;
}

function appRequest(invocation: Invocation, host: Host): AppRequest | undefined {
  const {path, command, given, positionals} = invocation;
  if (path.length === 0) return {screen: 'start'};
  if (!command) return {screen: path[0] === 'auth' ? 'profiles' : 'home'};
  if (!command.isApp && !(isBare(invocation) && command.screen)) return undefined;
  const supplied = readSupplied(command, given, host.env);
  const input = namesItsApp(given) ? {...supplied, app: undefined} : supplied;
  if (command.request) return command.request(input, positionals);
  const {app} = input;
  return {screen: command.screen ?? 'start', app: typeof app === 'string' ? app : undefined};
}

async function openOn(request: AppRequest, globals: Globals, host: Host, app: OpenApp): Promise<number> {
  // Debug lines on the same terminal would garble the screen.
  const {debug} = stderrMessages(host.terminal, {debug: globals.debug && !host.terminal.stderrIsTty});
  const messages = messageQueue(debug);
  const session = createSession({...globals, by: 'app', readsAtOnce: true}, host, messages);
  try {
    return await app(await withVersionId(request, session, host), {session, host, messages});
  } finally {
    await session.close();
  }
}

async function withVersionId(request: AppRequest, session: Session, host: Host): Promise<AppRequest> {
  const {versionId} = request;
  if (versionId === undefined || !parseReference(versionId)) return request;
  const status = statusLine(host);
  status?.show(`Looking for ${versionId} …`);
  try {
    const {id} = await (await session.store()).findVersion(versionId, host.signal);
    return {...request, versionId: id};
  } finally {
    status?.clear();
  }
}
