import {randomBytes} from 'node:crypto';
import {cleanText} from '../../services/model/clean.ts';
import {ToolError, type ToolErrorOptions} from '../../services/model/error.ts';
import {withoutKey} from '../../services/model/key-text.ts';
import {NOT_SENT} from '../../services/model/ledger.ts';
import {STEPS} from '../../services/model/release-steps.ts';
import {plural} from '../../services/model/values.ts';
import {type App, type Build, type StoreVersion, versionName} from '../../services/model/version.ts';
import type {Clock} from '../../services/ports.ts';
import type {ShipReport} from '../../services/ship/order.ts';
import {DEFAULT_ORIGIN} from '../../services/store/wire.ts';
import type {ActionCommand, CommandContext, Consequences} from '../command.ts';
import {readInput} from '../command-line/read-input.ts';
import {usage} from '../flags/flags.ts';
import {remedyLine} from '../present/error.ts';
import {formatJson} from '../present/formats.ts';
import {runCommand} from '../run-command.ts';
import type {Globals, Session} from '../session/session.ts';
import {LONGEST_CALL, memberName, type Texts, type Tool, withMembers} from './tools.ts';

export type Planned = Awaited<ReturnType<typeof readPlan>>;

/** Returns a plan. A later plan with another `bound` stops the call. With `asksPerson`, the user must confirm it. */
export async function readPlan(tool: Tool, texts: Texts, context: CommandContext) {
  const {command} = tool;
  const {session} = context;
  const forbids = await session.readOnly();
  if (forbids) throw usage(`Every write is refused (${forbids})`);
  const input = readInput(command, new Map([...texts, ['dry-run', 'true']]), context.host.env);
  const result = await runCommand(command, input, context);
  const {error} = command.present.ending?.(result, 'json') ?? {};
  const requests = session.plan ?? [];
  // If there are requests or steps to show, the plan is shown even if the run would end with an error.
  if (error && !command.present.showsSteps && requests.length === 0) throw error;
  const {platforms: shipped = []}: Ran = Object(result);
  const {words, note, state, consequences} = await subjectOf(tool, input, context, result);
  const steps = command.present.showsSteps ? command.present.json?.(result) : undefined;
  if (steps) context.note(formatJson(steps, {pretty: false}));
  const ahead = stepsAhead(shipped, session.globals);
  const acts = requests.length > 0 || Boolean(ahead.open);
  const {effects = [], isFinal = tool.effect === 'final', asksPerson = isFinal} = consequences ?? {};
  const given = givenValues(tool, texts);
  const sentences: (string | undefined)[] = [
    `${command.summary}: ${words}, ${await placeOf(session)}.`,
    given && `With ${given}.`,
    requests.length === 0
      ? 'Nothing would be sent now.'
      : `It sends ${plural(requests.length, 'request')}${ahead.open ? ' that are known now' : ''}.`,
    ahead.open && `It goes on with ${ahead.open}.`,
    ahead.obstacle && withMembers(ahead.obstacle, tool.flags),
    note,
    ...(acts ? effects : []),
    acts && isFinal ? 'It cannot be undone.' : '',
  ];
  const plan = {summary: sentences.filter(Boolean).join(' '), requests, from: state ?? null};
  const facts = [await session.active(), session.apiOrigin, plan, steps, acts && asksPerson];
  return {plan, bound: JSON.stringify(facts, withoutDetail), asksPerson: acts && asksPerson};
}

function withoutDetail(name: string, value: unknown): unknown {
  return name === 'detail' || name === 'message' ? undefined : value;
}

function stepsAhead(shipped: readonly ShipReport[], globals: Globals): {open?: string; obstacle?: string} {
  const steps = shipped.flatMap((one) => one.steps);
  const obstacle = steps.find(({status}) => status === 'blocked' || status === 'failed');
  if (obstacle) {
    const remedies = shipped.flatMap((one) => one.error?.facts.remedies ?? []);
    const lines = remedies.map((remedy) => `${remedyLine(remedy, globals).trim()}.`);
    return {obstacle: [`It stops at ${obstacle.id}: ${cleanText(obstacle.detail)}.`, ...lines].join(' ')};
  }
  const open = steps.filter(({status}) => status === 'open' || status === 'waiting').map(({id}) => id);
  return {open: STEPS.filter((id) => open.includes(id)).join(', ')};
}

interface Ran {
  platforms?: readonly ShipReport[];
  consequences?: Consequences;
  version?: StoreVersion;
}

/** Describes what a write acts on, for the user who is asked to allow it. */
interface Subject {
  words: string;
  state?: string | null;
  note?: string;
  consequences?: Consequences;
}

async function subjectOf(
  {rule, command}: Tool,
  input: Readonly<Record<string, unknown>>,
  {session, host, signal}: CommandContext,
  result: unknown,
): Promise<Subject> {
  const {platforms, consequences: ofShip, version: planned}: Ran = Object(result);
  if (platforms) {
    const [state, ...others] = new Set(platforms.map(({version}) => version?.state));
    return {
      words: platforms.map(shipmentName).join('; '),
      state: others.length > 0 ? undefined : state,
      consequences: ofShip,
    };
  }
  const store = await session.store();
  if (typeof input.buildId === 'string') {
    const build = await store.readBuild(input.buildId, signal);
    const {processingState: state, versionString = '', platform = 'platform unknown'} = build;
    const words = joined([`${appName(build.app)} ${versionString} (${platform})`, buildName(build), state]);
    return {words, state};
  }
  if (typeof input.versionId !== 'string') {
    const {app, version, platform} = input;
    const words = cleanText(`${appName(await store.readApp(String(app), signal))} ${version} (${platform})`);
    if (session.plan?.some(({method}) => method === 'POST')) return {words};
    const state = planned && (await store.viewVersion({id: planned.id}, signal)).version.state;
    return {words: joined([words, state]), state, note: 'The version exists: none is created.'};
  }
  const query = {id: input.versionId, includeBuild: true, withPhasedRelease: true};
  const {version, app} = await store.viewVersion(query, signal);
  const {platform = 'platform unknown', build} = version;
  const {dialog, isFinal}: Partial<Omit<ActionCommand, 'screen'>> = command;
  const now = host.clock.now();
  const submission = await dialog?.reads?.(store, version, signal);
  const ofDialog = dialog && {
    effects: dialog.effects({version, app, submission}, {now, dateTime: (date) => date}),
    isFinal: dialog.isFinal?.(version) ?? isFinal === true,
  };
  const consequences: Consequences = {state: version.state, ...ofDialog, ...rule.consequences?.({version, input, now})};
  const {state} = consequences;
  const name = `${appName(app)} ${versionName(version)} (${platform})`;
  return {words: joined([name, build ? buildName(build) : 'no build', state]), state, consequences};
}

function shipmentName({shipment: {app, versionString, platform}, steps, version}: ShipReport): string {
  const build = steps.find(({id}) => id === 'build')?.detail;
  return joined([`${appName(app)} ${versionString} (${platform})`, build, version?.state]);
}

function joined(parts: readonly (string | null | undefined)[]): string {
  return cleanText(parts.filter(Boolean).join(', '));
}

function appName(app: App | undefined): string {
  if (!app) return 'app unknown';
  const {id, name, bundleId} = app;
  return name === undefined ? (bundleId ?? `app ${id}`) : `${name} (${bundleId ?? id})`;
}

function buildName({id, version}: Pick<Build, 'id' | 'version'>): string {
  return `build ${version ?? id}`;
}

async function placeOf(session: Session): Promise<string> {
  const {name, source} = (await session.active()) ?? {source: 'no profile'};
  const origin = session.apiOrigin;
  const where = session.globals.sandbox
    ? 'in the sandbox'
    : `on ${origin === DEFAULT_ORIGIN ? 'the App Store' : origin}`;
  return `${where} ${name === undefined ? `with credentials from the ${source}` : `as '${cleanText(name)}'`}`;
}

/** Lists the given values, except a standard time limit and the values that the plan's subject already names. */
function givenValues({flags}: Tool, texts: Texts): string {
  const names = texts.has('version-id') ? ['version-id', 'app'] : ['app', 'version', 'platform', 'build-id'];
  const isWord = (text: string) => /^[\w.,:@+-]+$/.test(text);
  const value = (text: string) =>
    // The quotes keep the user from taking a part of the value for words of the plan itself.
    isWord(text) ? text : `'${cleanText(withoutKey(text)).replaceAll("'", "\\'")}'`;
  const isStandard = (name: string, text: string) => name === 'max-wait' && text === LONGEST_CALL.text;
  const given = [...texts].filter(([name, text]) => {
    return Object.hasOwn(flags, name) && !names.includes(name) && !isStandard(name, text);
  });
  return given.map(([name, text]) => `${memberName(name)} ${value(text)}`).join(', ');
}

const LIFE = 10 * 60_000;

/** Keeps the confirmations of one server. Each is valid once, for ten minutes, for one call and one plan. */
export function createConfirmations(clock: Pick<Clock, 'now'>) {
  const given = new Map<string, {call: string; planned: Planned; until: number; isUsed: boolean}>();
  return {
    give(call: string, planned: Planned): string {
      const confirmation = randomBytes(18).toString('base64url');
      given.set(confirmation, {call, planned, until: clock.now() + LIFE, isUsed: false});
      return confirmation;
    },
    use(confirmation: string, call: string): Planned {
      const found = given.get(confirmation);
      if (!found) throw refused('was not issued by this server');
      if (found.call !== call) throw refused('was given for another tool or another input');
      if (found.isUsed) throw refused('has already been used');
      if (clock.now() > found.until) throw refused('has expired');
      found.isUsed = true;
      return found.planned;
    },
  };
}

function refused(why: string): ToolError {
  const hint = 'Call again without it: that sends nothing, and returns the current plan with a new confirmation.';
  return notSent(`The confirmation ${why}`, {hint});
}

export function notSent(message: string, options: Pick<ToolErrorOptions, 'hint' | 'cause'> = {}): ToolError {
  return new ToolError('usage', message, {...options, facts: {writes: NOT_SENT}});
}
