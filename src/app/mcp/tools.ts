import type {CheckCommand} from '../../services/model/outcome.ts';
import type {AgentsRule, Command} from '../command.ts';
import type {Flag, Flags} from '../flags/flags.ts';
import type {ToolCall} from '../session/session.ts';

/** Flags that stay with the command line: hooks, and what the server decides. */
const WITHHELD = ['confirm', 'dry-run', 'on-change'];

export interface Tool {
  name: string;
  command: Command;
  rule: AgentsRule;
  effect: 'none' | 'write' | 'final';
  flags: Flags;
  /** Writes only when called again with the confirmation of a plan. */
  isConfirmed: boolean;
  mayAsk: boolean;
  /** Always; a check of credentials asks the store only where it is told to. */
  asksStore: boolean;
}

export function toolsFrom(commands: readonly Command[]): Tool[] {
  return commands.flatMap((command): Tool[] => {
    const {path, effect: worst, flags, agents: rule} = command;
    if (!rule || rule === 'withheld') return [];
    const effect = rule.onlyReads || worst === 'local' ? 'none' : worst;
    const withheld = [...WITHHELD, ...(rule.withholds ?? [])];
    return [
      {
        name: memberName(path.join('_')),
        command,
        rule,
        effect,
        flags: Object.fromEntries(Object.entries(flags).filter(([flag]) => !withheld.includes(flag))),
        isConfirmed: effect !== 'none' && !rule.isOneCall,
        mayAsk: effect === 'final' || rule.mayAsk === true,
        asksStore: path[0] !== 'auth',
      },
    ];
  });
}

export function callOf(tools: readonly Tool[], {command, flags}: CheckCommand): ToolCall | undefined {
  const tool = tools.find(({command: {path}}) => path.join(' ') === command.join(' '));
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

export function showsStore({asksStore}: Tool, texts: ReadonlyMap<string, string>): boolean {
  return asksStore || texts.get('validate') === 'true';
}

export const STANDARD_LIMIT = 20;

/** The longest wait of a call, unless it asks for another. */
export const LONGEST_CALL = {text: '10m', ms: 600_000};
