import {lookup} from '../../services/model/values.ts';
import type {Env} from '../../services/ports.ts';
import type {Command, Schema} from '../command.ts';
import type {Flag, Flags} from '../flags/flags.ts';
import {requestShape} from '../present/planned-requests.ts';
import {boolean, constant, integer, list, nullable, object, string} from '../present/shapes.ts';

/** What an agent is offered. No command that changes credentials, opens a screen, or reads or writes a file it chooses. */
const OFFERED = [
  'apps list',
  'builds list',
  'builds wait',
  'builds update',
  'versions list',
  'versions view',
  'versions check',
  'versions history',
  'versions wait',
  'versions create',
  'versions update',
  'versions attach-build',
  'versions submit',
  'versions withdraw',
  'versions release',
  'versions delete',
  'release-notes list',
  'release-notes set',
  'release-notes copy',
  'phased-release view',
  'phased-release enable',
  'phased-release disable',
  'phased-release pause',
  'phased-release resume',
  'phased-release complete',
  'ship',
  'auth status',
  'auth doctor',
];

/** Flags that stay with the command line: files, hooks, what the server decides, and what makes a read a write. */
const WITHHELD = ['confirm', 'dry-run', 'file', 'notes-file', 'notes-dir', 'on-change', 'ask-service', 'fix'];
/** Those that only read once such a flag is gone. */
const READS_ONLY = ['versions check', 'auth doctor'];
const NEEDED: Readonly<Record<string, string>> = {'release-notes set': 'text'};
/** The emergency brake: the one write that is a single call. */
const BRAKE = 'phased-release pause';
/** Writes that may do more when called again with the same input: a state has moved on, a reference means another version. */
const NOT_IDEMPOTENT = [
  'versions create',
  'versions submit',
  'versions withdraw',
  'versions release',
  'versions delete',
  'ship',
];

export interface Tool {
  name: string;
  command: Command;
  effect: 'none' | 'write' | 'final';
  /** Those of the command that are offered. */
  flags: Flags;
  /** Writes only when called again with the confirmation of a plan. */
  isConfirmed: boolean;
  /** It may show text of the store. */
  isStore: boolean;
  /** A flag that is required here alone: the one that could replace it is not offered. */
  needs?: string;
}

export function toolsFrom(commands: readonly Command[]): Tool[] {
  return commands.flatMap((command): Tool[] => {
    const path = command.path.join(' ');
    if (!OFFERED.includes(path)) return [];
    const {effect} = command;
    const isRead = effect === 'none' || effect === 'local' || READS_ONLY.includes(path);
    return [
      {
        name: memberName(command.path.join('_')),
        command,
        effect: isRead ? 'none' : effect,
        flags: Object.fromEntries(Object.entries(command.flags).filter(([name]) => !WITHHELD.includes(name))),
        isConfirmed: !isRead && path !== BRAKE,
        isStore: command.path[0] !== 'auth',
        needs: lookup(NEEDED, path),
      },
    ];
  });
}

/** `version_id` of the flag `version-id`. */
export function memberName(flag: string): string {
  return flag.replaceAll('-', '_');
}

/** As tools/list has it. */
export function describeTool(tool: Tool, env: Env) {
  const {name, command, effect, isStore} = tool;
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
      openWorldHint: isStore,
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

/** The longest wait of a call, unless it asks for another. */
export const LONGEST_CALL = '10m';

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
  const standard = isLimit ? LONGEST_CALL : fallback;
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

export function canWait({flags}: Pick<Command, 'flags'>): boolean {
  return Object.hasOwn(flags, 'max-wait');
}

/** Where the time was up, `reached` is false, in results without such a member, too. */
function ended(result: Schema): Schema[] {
  const {properties, anyOf} = result as {properties?: Record<string, Schema>; anyOf?: Schema[]};
  if (anyOf) return anyOf.filter(({type}) => type === 'object').flatMap(ended);
  if (!properties || Object.hasOwn(properties, 'reached')) return [result];
  return [{...result, properties: {...properties, reached: constant(false)}}, object({reached: constant(false)})];
}
