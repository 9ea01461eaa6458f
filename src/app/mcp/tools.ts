import type {CheckCommand} from '../../services/model/outcome.ts';
import {lookup} from '../../services/model/values.ts';
import type {Command} from '../command.ts';
import type {Flag, Flags} from '../flags/flags.ts';
import type {ToolCall} from '../session/session.ts';

/** What an agent is offered. No command that changes credentials, opens a screen, or reads or writes a file it chooses. */
const OFFERED: Readonly<Record<string, string>> = {
  apps: 'list',
  builds: 'list wait update',
  versions: 'list view check history wait create update attach-build submit withdraw release delete',
  'release-notes': 'list set copy',
  'phased-release': 'view enable disable pause resume complete',
  ship: '',
  auth: 'status doctor',
};

/** What would make these a write is withheld. */
const READS = {versions: 'check', auth: 'doctor'};
/** The emergency brake: the one write that is a single call. */
const BRAKE = {'phased-release': 'pause'};
/** Called again with the same input, these may do more: a state has moved on, a reference means another version. */
const NOT_IDEMPOTENT = {versions: 'create submit withdraw release delete', ship: ''};
/** Final where the version goes on sale by itself once approved. */
const MAY_PUBLISH = {versions: 'submit'};
/** A flag that is required here alone: the one that could replace it is not offered. */
const NEEDS: Readonly<Record<string, string>> = {'release-notes set': 'text'};

/** @param table the commands of each group, as in `OFFERED` */
function isIn(table: Readonly<Record<string, string>>, [group, name = '']: readonly string[]): boolean {
  return lookup(table, group)?.split(' ').includes(name) ?? false;
}

/** Flags that stay with the command line: files, hooks, what the server decides, and what makes a read a write. */
const WITHHELD = ['confirm', 'dry-run', 'file', 'notes-file', 'notes-dir', 'on-change', 'ask-service', 'fix'];

export interface Tool {
  name: string;
  command: Command;
  effect: 'none' | 'write' | 'final';
  /** Those of the command that are offered. */
  flags: Flags;
  /** Writes only when called again with the confirmation of a plan. */
  isConfirmed: boolean;
  isIdempotent: boolean;
  /** A person is asked, at least in some states. */
  mayAsk: boolean;
  /** Always; a check of credentials asks the store only where it is told to. */
  asksStore: boolean;
  needs?: string;
}

export function toolsFrom(commands: readonly Command[]): Tool[] {
  return commands.flatMap((command): Tool[] => {
    const {path, effect: worst, flags} = command;
    if (!isIn(OFFERED, path)) return [];
    const effect = isIn(READS, path) || worst === 'local' ? 'none' : worst;
    return [
      {
        name: memberName(path.join('_')),
        command,
        effect,
        flags: Object.fromEntries(Object.entries(flags).filter(([flag]) => !WITHHELD.includes(flag))),
        isConfirmed: effect !== 'none' && !isIn(BRAKE, path),
        isIdempotent: !isIn(NOT_IDEMPOTENT, path),
        mayAsk: effect === 'final' || isIn(MAY_PUBLISH, path),
        asksStore: path[0] !== 'auth',
        needs: lookup(NEEDS, path.join(' ')),
      },
    ];
  });
}

/** Undefined where no tool does what the command does. */
export function callOf(tools: readonly Tool[], {command, flags}: CheckCommand): ToolCall | undefined {
  const tool = tools.find(({command: {path}}) => path.join(' ') === command.join(' '));
  // A confirmation is asked for anyway.
  const given = Object.entries(flags).filter(([name]) => name !== 'confirm');
  if (!tool || given.some(([name]) => !Object.hasOwn(tool.flags, name))) return undefined;
  const members = given.map(([name, value]) => [memberName(name), asMember(value, tool.flags[name])] as const);
  return {tool: tool.name, arguments: Object.fromEntries(members)};
}

function asMember(value: string | boolean, flag: Flag<unknown> | undefined): unknown {
  if (!flag) return value;
  const type = typeOf(flag);
  if (type === 'boolean') return value === true || value === 'true';
  if (type === 'integer' || type === 'number') return Number(value);
  return flag.multiple ? String(value).split(',') : value;
}

/** A question with the answers true and false is a boolean, whatever a command line makes of it. */
export function typeOf({type, choices}: Flag<unknown>): Flag<unknown>['type'] {
  return choices?.length === 2 && choices.includes('true') && choices.includes('false') ? 'boolean' : type;
}

/** `version_id` of the flag `version-id`. */
export function memberName(flag: string): string {
  return flag.replaceAll('-', '_');
}

/** Whether what is said may hold texts of the store. */
export function showsStore({asksStore}: Tool, texts: ReadonlyMap<string, string>): boolean {
  return asksStore || texts.get('validate') === 'true';
}

/** Of a list, unless a call gives another. */
export const STANDARD_LIMIT = 20;

/** The longest wait of a call, unless it asks for another. */
export const LONGEST_CALL = {text: '10m', ms: 600_000};
