import {randomBytes} from 'node:crypto';
import {cleanText} from '../../services/model/clean.ts';
import {ToolError, type ToolErrorOptions} from '../../services/model/error.ts';
import {NOT_SENT} from '../../services/model/ledger.ts';
import type {PlannedRequest} from '../../services/model/outcome.ts';
import {STEPS} from '../../services/model/release-steps.ts';
import {plural} from '../../services/model/values.ts';
import {stateIs} from '../../services/model/version.ts';
import type {Clock} from '../../services/ports.ts';
import type {ShipReport} from '../../services/ship/order.ts';
import type {CommandContext} from '../command.ts';
import {readInput} from '../flags/read-input.ts';
import {remedyLine} from '../present/error.ts';
import {runCommand} from '../run-command.ts';
import type {Globals} from '../session/session.ts';
import {withMembers} from './describe-tool.ts';
import {givenValues, placeOf, type Subject, subjectOf} from './subject.ts';
import type {Tool} from './tools.ts';

/** What a write would send, as an agent and a person see it before. */
export interface Plan {
  summary: string;
  requests: readonly PlannedRequest[];
  /** The state of what it changes; null where there is none. */
  from: string | null;
}

/**
 * @param context of a session that holds every write back
 * @returns with it the steps of a command that takes several
 * @throws ToolError as the command itself would
 */
export async function readPlan(
  tool: Tool,
  texts: ReadonlyMap<string, string>,
  context: CommandContext,
): Promise<{plan: Plan; steps?: unknown; isAsked: boolean}> {
  const {command} = tool;
  const input = readInput(command, new Map([...texts, ['dry-run', 'true']]), context.host.env);
  const result = await runCommand(command, input, context);
  const {error} = command.present.ending?.(result, 'json') ?? {};
  const requests = context.session.plan ?? [];
  // What is planned is shown, whatever the run would end with.
  if (error && !command.present.showsPlan && requests.length === 0) throw error;
  // By platform.
  const shipped: readonly ShipReport[] | undefined = command.present.showsPlan ? Object(result).platforms : undefined;
  const subject = await subjectOf(tool, input, context, result);
  const {state} = subject;
  const steps = command.present.showsPlan ? command.present.json?.(result) : undefined;
  const count = plural(requests.length, 'request');
  const ahead = stepsAhead(shipped ?? [], context.session.globals);
  const acts = requests.length > 0 || Boolean(ahead.open);
  const isForever = acts && isFinal(tool, texts, subject);
  const isAsked = isForever || (acts && subject.isReleasedAlone === true);
  const given = givenValues(tool, texts);
  const sentences: (string | undefined)[] = [
    `${command.summary}: ${subject.words}, ${await placeOf(context.session)}.`,
    given && `With ${given}.`,
    requests.length === 0
      ? 'Nothing would be sent now.'
      : `It sends ${count}${ahead.open ? ' that are known now' : ''}.`,
    ahead.open ? `It goes on with ${ahead.open}.` : '',
    ahead.obstacle && withMembers(ahead.obstacle, tool.flags),
    ...(acts || command.path.join(' ') === 'versions create' ? subject.effects : []),
    isForever && !subject.isReversible ? 'It cannot be undone.' : '',
  ];
  const summary = sentences.filter(Boolean).join(' ');
  return {plan: {summary, requests, from: state ?? null}, steps, isAsked};
}

/** Of `ship`, whose later requests are not known yet: a person who says yes says it to those, too. */
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

/** Beyond submission `ship` is final; withdrawing is where an approval would be lost. */
function isFinal({command, effect}: Tool, texts: ReadonlyMap<string, string>, {state}: Subject): boolean {
  const path = command.path.join(' ');
  if (path === 'versions withdraw') return stateIs(state, 'approved');
  if (path === 'ship') return !['ready', 'submitted', undefined].includes(texts.get('until')?.toLowerCase());
  return effect === 'final';
}

const LIFE = 10 * 60_000;
/** More than any session has open; the oldest go first. */
const MOST = 1000;

/** The confirmations that one server has given: each is good once, for ten minutes, for what it was given for. */
export function createConfirmations(clock: Pick<Clock, 'now'>) {
  const given = new Map<string, {call: string; plan: string; until: number; isUsed: boolean}>();
  return {
    /** @param call the tool and its input @param plan with profile and target: another one needs another confirmation */
    give(call: string, plan: string): string {
      const confirmation = randomBytes(18).toString('base64url');
      given.set(confirmation, {call, plan, until: clock.now() + LIFE, isUsed: false});
      const [oldest] = given.keys();
      if (given.size > MOST && oldest !== undefined) given.delete(oldest);
      return confirmation;
    },
    /** @returns the plan that it was given for @throws ToolError usage where it is not good for this call, or no longer */
    use(confirmation: string, call: string): string {
      const found = given.get(confirmation);
      if (!found) throw refused('is not one that this server gave');
      if (found.call !== call) throw refused('was given for another tool or another input');
      if (found.isUsed) throw refused('was used already');
      if (clock.now() > found.until) throw refused('is older than ten minutes');
      found.isUsed = true;
      return found.plan;
    },
  };
}

function refused(why: string): ToolError {
  const hint = 'Call again without it: that sends nothing, and gives the plan as it is now with a new confirmation.';
  return notSent(`The confirmation ${why}`, {hint});
}

/** Why a write is not even begun. */
export function notSent(message: string, options: Pick<ToolErrorOptions, 'hint' | 'cause'> = {}): ToolError {
  return new ToolError('usage', message, {...options, facts: {writes: NOT_SENT}});
}
