import {setMaxListeners} from 'node:events';
import type {CallToolResult} from '@modelcontextprotocol/sdk/types.js';
import {oneAfterAnother} from '../../services/async/one-after-another.ts';
import {cleanText} from '../../services/model/clean.ts';
import {asToolError, ToolError} from '../../services/model/error.ts';
import type {PlannedRequest} from '../../services/model/outcome.ts';
import type {Clock, Host} from '../../services/ports.ts';
import {type Command, type CommandContext, canWait} from '../command.ts';
import {readInput} from '../command-line/read-input.ts';
import {usage} from '../flags/flags.ts';
import {nearest} from '../flags/nearest.ts';
import {withAdvice} from '../present/error.ts';
import {formatJson} from '../present/formats.ts';
import {runCommand} from '../run-command.ts';
import {createSession} from '../session/create-session.ts';
import type {Globals} from '../session/session.ts';
import {createConfirmations, notSent, type Planned, readPlan} from './plan.ts';
import {
  type Answer,
  callOf,
  errorResult,
  LONGEST_CALL,
  readArguments,
  STANDARD_LIMIT,
  type Texts,
  type Tool,
  toResult,
} from './tools.ts';

export interface Caller {
  signal: AbortSignal;
  gone: AbortSignal;
  onLine(line: string): void;
  /** Asks the user. Absent if the client cannot ask. @returns undefined for an unusable answer @throws if none comes */
  ask?(question: string): Promise<boolean | undefined>;
}

type Call = {tool: Tool; texts: Texts; caller: Caller; answer: Answer};

export function createCalls(tools: readonly Tool[], host: Host, ofRun: Globals) {
  const globals: Globals = {...ofRun, asCall: (command) => callOf(tools, command)};
  const confirmations = createConfirmations(host.clock);
  const queue = oneAfterAnother();
  const inTurn = <T>(work: () => Promise<T>, {signal, gone}: Caller) =>
    queue(() => {
      signal.throwIfAborted();
      gone.throwIfAborted();
      return work();
    });

  async function answerCall(name: string, given: unknown, caller: Caller): Promise<CallToolResult> {
    const tool = tools.find((one) => one.name === name);
    const answer: Answer = {isStore: false, flags: tool?.flags ?? {}, notes: []};
    try {
      if (!tool) throw unknownTool(name, tools);
      if (tool.forbids) {
        const hint = 'A person can allow writes where this server is set up.';
        throw notSent(`${name} writes, and this server only reads: ${tool.forbids}`, {hint});
      }
      const {texts, confirmation} = readArguments(tool, given ?? {});
      answer.isStore = tool.asksStore || texts.get('validate') === 'true';
      const call = {tool, texts, caller, answer};
      if (tool.effect === 'none') return await carryOut(call);
      if (!tool.needsConfirmation) return await inTurn(() => carryOut(call), caller);
      return confirmation === undefined ? answerWith(await planOf(call), call) : await confirmed(call, confirmation);
    } catch (thrown) {
      const error = asToolError(thrown);
      if (error.kind === 'bug') caller.onLine(error.stack ?? error.message);
      return errorResult(error, answer, globals);
    }
  }

  async function inSession<T>(
    {caller, answer: {notes}}: Call,
    work: (context: CommandContext) => Promise<T>,
    plan?: PlannedRequest[],
  ): Promise<T> {
    const note = (text: string) => {
      if (!notes.includes(text)) notes.push(text);
    };
    const messages = {
      warn: (text: string) => note(`Warning: ${text}`),
      note() {},
      debug: globals.debug ? (line: string) => caller.onLine(`debug: ${line}`) : undefined,
    };
    const writeError = (text: string) => caller.onLine(text.trimEnd());
    const terminal = {...host.terminal, stdinIsTty: false, stdoutIsTty: false, stderrIsTty: false, writeError};
    const own = {...host, terminal};
    const session = createSession({...globals, by: 'mcp'}, own, messages, plan);
    // Each request of a write in many locales listens to the signal, and Node would warn of more than ten listeners.
    setMaxListeners(0, caller.signal);
    try {
      return await work({session, host: own, signal: caller.signal, positionals: [], format: 'json', note});
    } finally {
      await session.close();
    }
  }

  const planOf = (call: Call): Promise<Planned> =>
    inSession(call, (context) => readPlan(call.tool, withLimit(call), context), []);

  function answerWith(planned: Planned, {tool, texts, answer}: Call, hasChanged = false) {
    const confirmation = confirmations.give(textOf(tool, texts), planned);
    const next = hasChanged
      ? 'The plan has changed. Nothing was sent: look at it again.'
      : 'Nothing was sent. The same call with this confirmation carries it out.';
    const notes = [...answer.notes, next];
    return toResult({plan: planned.plan, confirmation}, {...answer, isStore: true, isError: hasChanged, notes});
  }

  async function confirmed(call: Call, confirmation: string): Promise<CallToolResult> {
    const {tool, texts, caller, answer} = call;
    const agreed = confirmations.use(confirmation, textOf(tool, texts));
    const beside = {...call, answer: {...answer, notes: []}};
    const changed = async () => {
      const now = await planOf(beside);
      return now.bound === agreed.bound ? undefined : answerWith(now, beside, true);
    };
    if (caller.ask && agreed.asksPerson) {
      const news = await changed();
      if (news) return news;
      await askPerson(caller, agreed.plan);
    }
    return inTurn(async () => (await changed()) ?? carryOut(call), caller);
  }

  async function carryOut(call: Call): Promise<CallToolResult> {
    const {tool, texts, caller, answer} = call;
    const {command} = tool;
    const limit = tool.rule.waitsOften && !texts.has('max-wait') ? timeLimit(caller.signal, host.clock) : undefined;
    const limited = {...call, caller: {...caller, signal: limit?.signal ?? caller.signal}};
    return inSession(limited, async (context) => {
      const given = new Map(withLimit(call));
      if (tool.needsConfirmation && Object.hasOwn(command.flags, 'confirm')) given.set('confirm', 'true');
      const result = await runCommand(command, readInput(command, given, host.env), {...context, given});
      const json = command.present.json?.(result);
      const {note, error} = command.present.ending?.(result, 'json') ?? {};
      if (note !== undefined) answer.notes.push(note);
      if (!error) {
        answer.notes.push(...morePages(json));
        return toResult(json, {...answer, table: await listTable(command, result)});
      }
      if (error.kind === 'waited' && !error.facts.writes?.lost) {
        answer.notes.push(error.message);
        return toResult({...Object(json), reached: false}, answer);
      }
      if (json !== undefined) answer.notes.unshift(formatJson(json, {pretty: false}));
      return errorResult(withAdvice(error, globals), answer, globals);
    }).finally(limit?.end);
  }

  return answerCall;
}

function unknownTool(name: string, tools: readonly Tool[]): ToolError {
  const names = tools.map((tool) => tool.name);
  const meant = nearest(name, names) ?? nearest(name.split(/[_-]/).reverse().join('_'), names);
  return usage(`There is no tool ${cleanText(name).slice(0, 80)}${meant ? `. Did you mean ${meant}?` : ''}`);
}

async function listTable({flags, present}: Command, result: unknown): Promise<string[] | undefined> {
  if (!Object.hasOwn(flags, 'paginate') || !present.table) return undefined;
  const {formatTable} = await import('../present/table.ts');
  return formatTable(present.table(result));
}

function morePages(json: unknown): string[] {
  const {links} = Object(json);
  return typeof links?.next === 'string'
    ? [`There are more pages: call again with next ${JSON.stringify(links.next)}`]
    : [];
}

function withLimit({tool: {command}, texts}: Call): Texts {
  const isList = Object.hasOwn(command.flags, 'paginate');
  if (isList && !['limit', 'next', 'paginate'].some((name) => texts.has(name))) {
    return new Map([...texts, ['limit', String(STANDARD_LIMIT)]]);
  }
  const waits = canWait(command) && (!Object.hasOwn(command.flags, 'wait') || texts.get('wait') === 'true');
  return waits && !texts.has('max-wait') ? new Map([...texts, ['max-wait', LONGEST_CALL.text]]) : texts;
}

function timeLimit(signal: AbortSignal, clock: Clock) {
  const [over, done] = [new AbortController(), new AbortController()];
  clock.sleep(LONGEST_CALL.ms, done.signal).then(
    () => over.abort(new ToolError('waited', `The call has taken ${LONGEST_CALL.text}`)),
    () => {},
  );
  return {signal: AbortSignal.any([signal, over.signal]), end: () => done.abort()};
}

function textOf(tool: Tool, texts: Texts): string {
  return JSON.stringify([tool.name, [...texts]]);
}

async function askPerson({ask, signal}: Caller, {summary}: Planned['plan']): Promise<void> {
  let isYes: boolean | undefined;
  try {
    isYes = await ask?.(summary);
  } catch (error) {
    signal.throwIfAborted();
    throw notSent('The person was asked to confirm, and no answer came', {cause: error});
  }
  if (isYes === undefined) throw notSent('The person was asked twice, and nothing was answered');
  if (!isYes) throw notSent('The person said no');
}
