import {quoted} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import {isObject} from '../../services/model/values.ts';
import {type Flag, usage} from '../flags/flags.ts';
import {typeOf} from './describe-tool.ts';
import {memberName, type Tool} from './tools.ts';

export interface Arguments {
  /** By flag, as a command line would give them: the commands' own parsers read them. */
  texts: ReadonlyMap<string, string>;
  confirmation?: string;
}

/** @throws ToolError usage for unknown members and other types than the schema's */
export function readArguments({name, flags, isConfirmed, needs}: Tool, given: unknown): Arguments {
  if (!isObject(given)) throw usage(`The arguments of ${name} must be an object`);
  const known = new Map(Object.keys(flags).map((flag) => [memberName(flag), flag]));
  const texts: [string, string][] = [];
  let confirmation: string | undefined;
  for (const [member, value] of Object.entries(given)) {
    const flag = known.get(member);
    if (flag !== undefined) texts.push([flag, textOf(member, value, flags[flag] as Flag<unknown>)]);
    else if (member !== 'confirmation' || !isConfirmed) throw unknown(member, name, [...known.keys()]);
    else if (typeof value === 'string') confirmation = value;
    else throw usage('confirmation must be a string');
  }
  if (needs !== undefined && !texts.some(([flag]) => flag === needs)) throw usage(`${name} needs ${needs}`);
  return {texts: new Map(texts.sort()), confirmation};
}

function unknown(member: string, tool: string, known: readonly string[]): ToolError {
  const all = known.length === 0 ? 'none' : known.join(', ');
  return usage(`Unknown member ${quoted(member)} of ${tool}, which takes ${all}`);
}

/** More than the longest text that the store takes. */
const LONGEST = 10_000;

function textOf(member: string, value: unknown, flag: Flag<unknown>): string {
  const text = joined(member, value, flag);
  if (text.length > LONGEST) throw usage(`${member} must have at most ${LONGEST} characters`);
  return text;
}

function joined(member: string, value: unknown, flag: Flag<unknown>): string {
  const type = typeOf(flag);
  const isOne = (one: unknown) => typeof one === (type === 'integer' ? 'number' : type);
  if (!flag.multiple) {
    if (isOne(value)) return String(value);
    throw usage(`${member} must be ${type === 'integer' ? 'an' : 'a'} ${type}`);
  }
  if (!Array.isArray(value) || !value.every(isOne)) throw usage(`${member} must be an array of strings`);
  if (value.some((one: string) => one.includes(','))) throw usage(`${member} must have no comma in a string`);
  return value.join(',');
}
