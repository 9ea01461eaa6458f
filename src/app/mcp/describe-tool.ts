import type {Env} from '../../services/ports.ts';
import {canWait, type Schema} from '../command.ts';
import type {Flag, Flags} from '../flags/flags.ts';
import {requestShape} from '../present/formats.ts';
import {anyObject, boolean, constant, integer, list, nullable, object, string} from '../present/shapes.ts';
import {LONGEST_CALL, memberName, STANDARD_LIMIT, type Tool, typeOf, withMembers} from './tools.ts';

export function describeTool(tool: Tool, env: Env) {
  const {name, command, rule, effect, asksStore, flags, needsConfirmation} = tool;
  const result = command.present.json?.schema ?? object({});
  return {
    name,
    title: command.summary,
    description: descriptionOf(tool),
    inputSchema: inputSchema(tool, env),
    outputSchema: {
      type: 'object' as const,
      anyOf: [...(canWait(command) ? ended(result) : [result]), ...(needsConfirmation ? [planShape] : []), errorShape],
    },
    annotations: {
      title: command.summary,
      readOnlyHint: effect === 'none',
      destructiveHint: effect === 'final',
      idempotentHint: !rule.doesMoreAgain,
      openWorldHint: asksStore || Object.hasOwn(flags, 'validate'),
    },
  };
}

const TWO_CALLS =
  'Two calls: the first sends nothing and gives {plan, confirmation}; the same input with that confirmation carries it out.';

function descriptionOf({command, flags, needsConfirmation, effect}: Tool): string {
  const {summary, description = ''} = command;
  const final = effect === 'final' ? 'It cannot be undone.' : '';
  const parts = [`${summary}.`, offeredWords(description, flags), final, needsConfirmation ? TWO_CALLS : ''];
  return parts.filter(Boolean).join(' ');
}

function offeredWords(text: string, flags: Flags): string {
  const isOffered = (part: string) =>
    [...part.matchAll(/--([a-z-]+)/g)].every(([, name = '']) => Object.hasOwn(flags, name));
  const parts = text.split(/(?<=[.;])\s/).filter(isOffered);
  return withMembers(parts.join(' ').replace(/;$/, ''), flags);
}

function inputSchema({flags, needsConfirmation}: Tool, env: Env) {
  const properties = Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [memberName(name), memberSchema(name, flag, flags)]),
  );
  const required = Object.entries(flags).filter(
    ([, {required, unless, env: variable}]) =>
      (required || unless?.every((name) => !Object.hasOwn(flags, name))) && !(variable && env[variable]?.trim()),
  );
  const confirmation = {type: 'string', description: 'Confirmation that an earlier call with this input returned'};
  return {
    type: 'object' as const,
    properties: {...properties, ...(needsConfirmation && {confirmation})},
    required: required.map(([name]) => memberName(name)),
    additionalProperties: false,
  };
}

function memberSchema(name: string, flag: Flag<unknown>, flags: Flags): object {
  const {choices, multiple, implied, fallback = implied, summary} = flag;
  const type = typeOf(flag);
  const one = {type, ...(choices && type === 'string' && {enum: choices})};
  const isLimit = name === 'max-wait';
  const ofCalls: Readonly<Record<string, unknown>> = {'max-wait': LONGEST_CALL.text, limit: STANDARD_LIMIT};
  const standard = ofCalls[name] ?? fallback;
  const described = {
    ...(standard !== undefined && {default: multiple ? [standard] : standard}),
    description: isLimit ? 'Longest wait of this call, such as 30s, 20m or 1h30m' : offeredWords(summary, flags),
  };
  return multiple ? {type: 'array', items: one, minItems: 1, ...described} : {...one, ...described};
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
  remedies: list(object({words: string, tool: string, arguments: anyObject})),
});

/** Returns the schemas of a result after a time-out. Each allows `reached: false`, whatever the command declares. */
function ended(result: Schema): Schema[] {
  const {properties, anyOf} = result as {properties?: Record<string, Schema>; anyOf?: Schema[]};
  if (anyOf) return anyOf.filter(({type}) => type === 'object').flatMap(ended);
  if (!properties || Object.hasOwn(properties, 'reached')) return [result];
  if (Object.hasOwn(properties, 'dryRun')) return [];
  return [{...result, properties: {...properties, reached: constant(false)}}, object({reached: constant(false)})];
}
