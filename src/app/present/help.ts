import {EXIT_CODES} from '../../services/model/exit-codes.ts';
import {type Command, GROUPS} from '../command.ts';
import {GLOBAL_FLAGS} from '../command-line/globals.ts';
import {hasDefaultOutput} from '../command-line/output-format.ts';
import type {Flag} from '../flags/flags.ts';

export function formatHelp(path: readonly string[], commands: readonly Command[]): string {
  const exact = commands.find((command) => command.path.join(' ') === path.join(' '));
  const lines = exact ? commandHelp(exact) : path[0] ? groupHelp(path[0], commands) : rootHelp(commands);
  return `${lines.join('\n')}\n`;
}

function rootHelp(commands: readonly Command[]): string[] {
  const groups = [...new Set(commands.filter(({path}) => path.length > 1).map(({path}) => path[0] ?? ''))];
  return [
    'Manage App Store Connect credentials and versions from a terminal.',
    '',
    'Usage: tool [COMMAND] [FLAGS]',
    '',
    'Without a command, on a terminal, the full-screen app opens.',
    ...groups.flatMap((group) => [
      '',
      `${GROUPS[group]?.summary ?? group}:`,
      ...listing(commands.filter(({path}) => path[0] === group)),
    ]),
    '',
    'More:',
    ...listing(commands.filter(({path}) => path.length === 1)),
    ...rows([
      ['help [COMMAND]', 'Show help, as --help does'],
      ['--version', "Show the tool's version"],
    ]),
    ...globalHelp(),
    '',
    'Exit codes:',
    ...rows(EXIT_CODES),
    '',
    "Run 'tool COMMAND --help' for details. No account? Try 'tool --sandbox', which runs on a built-in store.",
  ];
}

function groupHelp(group: string, commands: readonly Command[]): string[] {
  const members = commands.filter(({path}) => path[0] === group);
  return [
    `${GROUPS[group]?.summary ?? group}.`,
    '',
    `Usage: tool ${group} COMMAND [FLAGS]`,
    '',
    'Commands:',
    ...listing(members),
    '',
    `Run 'tool ${group} COMMAND --help' for details.`,
  ];
}

function commandHelp(command: Command): string[] {
  const {path, summary, description, flags, examples = [], positionals = []} = command;
  const required = Object.entries(flags).filter(([, flag]) => flag.required || flag.unless);
  const words = [
    'tool',
    ...path,
    ...positionals,
    ...required.map(([name, flag]) => {
      const written = flag.kind === 'switch' ? `--${name}` : `--${name} ${flag.placeholder}`;
      return flag.unless ? `(${written} | --${flag.unless})` : written;
    }),
    ...(Object.keys(flags).length > required.length ? ['[FLAGS]'] : []),
  ];
  return [
    `${summary}.`,
    '',
    `Usage: ${words.join(' ')}`,
    ...(description ? ['', description] : []),
    ...(Object.keys(flags).length > 0
      ? ['', 'Flags:', ...rows(Object.entries(flags).map(([name, flag]) => flagRow(name, flag)))]
      : []),
    ...globalHelp(command),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map((example) => `  ${example}`)] : []),
  ];
}

function globalHelp(command?: Command): string[] {
  const formats = command && command.present.formats.length > 1 ? `: ${command.present.formats.join(', ')}` : '';
  const all = Object.entries({...GLOBAL_FLAGS, output: outputFlag(command)});
  // A flag that the command redefines is listed with the command's.
  const inherited = all
    .filter(([name]) => !Object.hasOwn(command?.flags ?? {}, name))
    .map(([name, flag]) => {
      const [left, right] = flagRow(name, flag);
      return [left, name === 'output' ? `${right}${formats}` : right] as const;
    });
  return ['', 'Global flags:', ...rows(inherited)];
}

/** Only some commands read its variable. */
function outputFlag(command: Command | undefined): Flag<unknown> {
  const {output} = GLOBAL_FLAGS;
  if (!command) return {...output, env: `${output.env} for versions`};
  return hasDefaultOutput(command) ? output : {...output, env: undefined};
}

function flagRow(name: string, flag: Flag<unknown>): readonly [string, string] {
  const left = flag.kind === 'switch' ? `--${name}` : `--${name} ${flag.placeholder}`;
  const notes = [
    flag.required && 'required',
    flag.unless && `required unless --${flag.unless}`,
    flag.choices && `${flag.multiple ? 'any of' : 'one of'} ${flag.choices.join(', ')}`,
    flag.fallback && `default ${flag.fallback}`,
    flag.env && `or ${flag.env}`,
  ].filter(Boolean);
  return [left, notes.length > 0 ? `${flag.summary} (${notes.join('; ')})` : flag.summary];
}

function listing(commands: readonly Command[]): string[] {
  return rows(commands.map(({path, summary}) => [path.join(' '), summary]));
}

const WIDTH = 24;

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.map(([left, right]) => `  ${left.padEnd(WIDTH)}${left.length >= WIDTH ? ' ' : ''}${right}`);
}
