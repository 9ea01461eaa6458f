import type {Env} from '../../services/ports.ts';
import type {Schema} from '../command.ts';
import type {Flag, Flags} from '../flags/flags.ts';
import {requestShape} from '../present/planned-requests.ts';
import {boolean, constant, integer, list, nullable, object, string} from '../present/shapes.ts';
import {canWait, LONGEST_CALL, memberName, type Tool} from './tools.ts';

/** Writes that may do more when called again with the same input: a state has moved on, a reference means another version. */
const NOT_IDEMPOTENT = [
  'versions create',
  'versions submit',
  'versions withdraw',
  'versions release',
  'versions delete',
  'ship',
];

/** As tools/list has it. */
export function describeTool(tool: Tool, env: Env) {
  const {name, command, effect, asksStore, flags} = tool;
  return {
    name,
    title: command.summary,
    description: descriptionOf(tool),
    inputSchema: inputSchema(tool, env),
    outputSchema: {type: 'object' as const, anyOf: outputsOf(tool)},
    annotations: {
      title: command.summary,
      readOnlyHint: effect === 'none',
      destructiveHint: effect === 'final',
      idempotentHint: !NOT_IDEMPOTENT.includes(command.path.join(' ')),
      openWorldHint: asksStore || Object.hasOwn(flags, 'validate'),
    },
  };
}

const TWO_CALLS =
  'Two calls: the first sends nothing and gives {plan, confirmation}; the same input with that confirmation carries it out.';

function descriptionOf({command, flags, isConfirmed, effect}: Tool): string {
  const {summary, description = ''} = command;
  const final = effect === 'final' ? 'It cannot be undone.' : '';
  const parts = [`${summary}.`, offeredWords(description, flags), final, isConfirmed ? TWO_CALLS : ''];
  return parts.filter(Boolean).join(' ');
}

/** Without the parts about flags that are not offered. */
function offeredWords(text: string, flags: Flags): string {
  const isOffered = (part: string) =>
    [...part.matchAll(/--([a-z-]+)/g)].every(([, name = '']) => Object.hasOwn(flags, name));
  const parts = text.split(/(?<=[.;])\s/).filter(isOffered);
  return withMembers(parts.join(' ').replace(/;$/, ''), flags);
}

/** Names flags as members of the input: `version_id` for `--version-id`. */
export function withMembers(text: string, flags: Flags): string {
  return text.replace(/--([a-z]+(?:-[a-z]+)*)/g, (word, name: string) =>
    Object.hasOwn(flags, name) ? memberName(name) : word,
  );
}

function inputSchema({flags, isConfirmed, needs}: Tool, env: Env) {
  const properties = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [memberName(name), memberSchema(name, flag, flags)]),
  );
  const required = Object.entries(flags).filter(
    ([name, flag]) => name === needs || (flag.required && !(flag.env && env[flag.env]?.trim())),
  );
  const confirmation = {type: 'string', description: 'Of the plan that an earlier call with the same input gave'};
  return {
    type: 'object' as const,
    properties: {...properties, ...(isConfirmed && {confirmation})},
    required: required.map(([name]) => memberName(name)),
    additionalProperties: false,
  };
}

function memberSchema(name: string, flag: Flag<unknown>, flags: Flags): object {
  const {choices, multiple, fallback, summary} = flag;
  const type = typeOf(flag);
  const one = {type, ...(choices && type === 'string' && {enum: choices})};
  const isLimit = name === 'max-wait';
  const standard = isLimit ? LONGEST_CALL.text : fallback;
  const described = {
    ...(standard !== undefined && {default: multiple ? [standard] : standard}),
    description: isLimit ? 'Longest wait of this call, such as 30s, 20m or 4h' : offeredWords(summary, flags),
  };
  return multiple ? {type: 'array', items: one, minItems: 1, ...described} : {...one, ...described};
}

/** A question with the answers true and false is a boolean, whatever a command line makes of it. */
export function typeOf({type, choices}: Flag<unknown>): Flag<unknown>['type'] {
  return choices?.length === 2 && choices.includes('true') && choices.includes('false') ? 'boolean' : type;
}

const planShape = object({
  plan: object({summary: string, requests: list(requestShape), from: nullable(string)}),
  confirmation: string,
});

const errorShape = object({
  kind: string,
  exitCode: integer,
  message: string,
  hint: nullable(string),
  outcomeUnknown: boolean,
});

/** What structuredContent can be. */
function outputsOf({command, isConfirmed}: Tool): Schema[] {
  const result = command.present.json?.schema ?? object({});
  return [...(canWait(command) ? ended(result) : [result]), ...(isConfirmed ? [planShape] : []), errorShape];
}

/** Where the time was up, `reached` is false, in results without such a member, too. */
function ended(result: Schema): Schema[] {
  const {properties, anyOf} = result as {properties?: Record<string, Schema>; anyOf?: Schema[]};
  if (anyOf) return anyOf.filter(({type}) => type === 'object').flatMap(ended);
  if (!properties || Object.hasOwn(properties, 'reached')) return [result];
  // Of a dry run, which is the plan here.
  if (Object.hasOwn(properties, 'dryRun')) return [];
  return [{...result, properties: {...properties, reached: constant(false)}}, object({reached: constant(false)})];
}
