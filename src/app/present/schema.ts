import {EXIT_CODES, SIGNAL_EXIT_CODES} from '../../services/model/error.ts';
import {type Command, FORMATS} from '../command.ts';
import {formatsOf, GLOBAL_FLAGS} from '../command-line/globals.ts';
import {type Flags, isSwitch} from '../flags/flags.ts';
import {plannedRequests} from './formats.ts';
import {anyObject, anything, boolean, enumOf, integer, list, nullable, object, shaped, string} from './shapes.ts';
import variables from './variables.json' with {type: 'json'};

const flagShape = object({
  name: string,
  type: enumOf(['string', 'integer', 'number', 'boolean']),
  choices: nullable(list(string)),
  required: boolean,
  default: anything,
  variable: nullable(string),
  repeatable: boolean,
  summary: string,
});

const format = enumOf(FORMATS);

const commandShape = object({
  path: string,
  summary: string,
  description: string,
  arguments: list(object({name: string, required: boolean, choices: nullable(list(string))})),
  flags: list(flagShape),
  excludes: list(list(string)),
  effect: enumOf(['none', 'local', 'write', 'final']),
  confirm: boolean,
  formats: list(format),
  defaultFormat: format,
  output: nullable(anyObject),
  examples: list(string),
});

const documentShape = object({
  version: string,
  globalFlags: list(flagShape),
  commands: list(commandShape),
  exitCodes: list(object({code: integer, meaning: string})),
  variables: list(object({name: string, summary: string, flag: nullable(string)})),
});

export interface Described {
  version: string;
  commands: readonly Command[];
  path: readonly string[];
}

export const schemaDocument = shaped(documentShape, ({version, commands, path}: Described) => {
  const allFlags: Flags = Object.assign({}, ...commands.map(({flags}) => flags), GLOBAL_FLAGS);
  return {
    version,
    globalFlags: describeFlags(GLOBAL_FLAGS),
    commands: withinPath(commands, path).map(describeCommand),
    exitCodes: [
      ...EXIT_CODES.flatMap(([code, meaning]) => (/^\d+$/.test(code) ? [{code: Number(code), meaning}] : [])),
      ...Object.entries(SIGNAL_EXIT_CODES).map(([signal, code]) => ({code, meaning: signal})),
    ],
    variables: [
      ...Object.entries(allFlags).flatMap(([flag, {env: name, summary}]) => (name ? [{name, summary, flag}] : [])),
      ...Object.entries(variables).map(([name, summary]) => ({name, summary, flag: null})),
    ],
  };
});

export function withinPath(commands: readonly Command[], within: readonly string[]): readonly Command[] {
  return commands.filter(({path}) => within.every((part, index) => path[index] === part));
}

function describeCommand(command: Command) {
  const {path, summary, description = '', flags, effect, excludes = [], examples = []} = command;
  const {positionals = [], positionalChoices} = command;
  return {
    path: path.join(' '),
    summary,
    description,
    arguments: positionals.map((name, index) => ({
      name: name.replace(/^\[|\]$/g, ''),
      required: !name.startsWith('['),
      choices: (index === 0 ? positionalChoices : undefined) ?? null,
    })),
    flags: describeFlags(flags),
    excludes: excludes.map(([flag, other]) => [flag, other]),
    effect,
    confirm: Object.hasOwn(flags, 'confirm'),
    formats: formatsOf(command),
    defaultFormat: formatsOf(command)[0] ?? 'text',
    output: outputSchema(command),
    examples,
  };
}

function describeFlags(flags: Flags) {
  return Object.entries(flags).map(([name, flag]) => ({
    name,
    type: flag.type,
    choices: flag.choices ?? null,
    required: flag.required,
    default: isSwitch(flag) && !flag.isOptional ? false : (flag.fallback ?? flag.implied ?? null),
    variable: flag.env ?? null,
    repeatable: flag.multiple,
    summary: flag.unless ? `${flag.summary}; required unless ${flag.unless.join(' or ')}` : flag.summary,
  }));
}

export function outputSchema({present, flags}: Pick<Command, 'present' | 'flags'>): Record<string, unknown> | null {
  const result = present.json?.schema;
  if (!result) return null;
  const plan = Object.hasOwn(flags, 'dry-run') && !present.showsSteps ? plannedRequests.json?.schema : undefined;
  return {$schema: 'https://json-schema.org/draft/2020-12/schema', ...(plan ? {anyOf: [result, plan]} : result)};
}
