import {EXIT_CODES} from '../../services/model/error.ts';
import {lookup} from '../../services/model/values.ts';
import {pad, widthOf, wrap} from '../../services/text/width.ts';
import {type Command, GROUPS} from '../command.ts';
import {formatsOf, GLOBAL_FLAGS, hasChoice} from '../command-line/globals.ts';
import {type Flag, isSwitch} from '../flags/flags.ts';

interface Section {
  title?: string;
  text?: string;
  rows?: readonly Row[];
  examples?: readonly string[];
}

type Row = readonly [left: string, right: string, names?: readonly string[]];

const INLINE_CHOICES = 60;

export function formatHelp(path: readonly string[], commands: readonly Command[], width: number): string {
  const exact = commands.find((command) => command.path.join(' ') === path.join(' '));
  const sections = exact ? commandHelp(exact) : path[0] ? groupHelp(path[0], commands) : rootHelp(commands);
  const blocks = sections.map(({title, text, rows = [], examples = []}) => [
    ...(title ? [`${title}:`] : []),
    ...(text ? wrap(text, width) : []),
    ...rows.flatMap((row) => rowLines(row, width)),
    ...examples.map((text) => `  ${text.length + 2 > width ? text.replaceAll(' --', ' \\\n    --') : text}`),
  ]);
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function rootHelp(commands: readonly Command[]): Section[] {
  const groups = [...new Set(commands.filter(({path}) => path.length > 1).map(({path}) => path[0] ?? ''))];
  return [
    {text: 'Manage App Store Connect credentials and versions from a terminal.'},
    {text: 'Usage: tool [COMMAND] [FLAGS]'},
    {text: 'Without a command, on a terminal, the full-screen app opens.'},
    {title: 'A whole release', rows: listing(commands.filter(({present}) => present.showsSteps))},
    ...groups.map((group) => ({
      title: lookup(GROUPS, group)?.split(':')[0],
      rows: listing(commands.filter(({path}) => path[0] === group)),
    })),
    {
      title: 'More',
      rows: [
        ...listing(commands.filter(({path, present}) => path.length === 1 && !present.showsSteps)),
        ['help [COMMAND]', 'Show help, as --help does'],
        ['--version', "Show the tool's version"],
      ],
    },
    globalHelp(),
    {title: 'Exit codes', rows: EXIT_CODES},
    {text: "Run 'tool COMMAND --help' for details. No account? Try 'tool --sandbox', which runs on a built-in store."},
  ];
}

function groupHelp(group: string, commands: readonly Command[]): Section[] {
  return [
    {text: `${lookup(GROUPS, group)}.`},
    {text: `Usage: tool ${group} COMMAND [FLAGS]`},
    {title: 'Commands', rows: listing(commands.filter(({path}) => path[0] === group))},
    {text: `Run 'tool ${group} COMMAND --help' for details.`},
  ];
}

function commandHelp(command: Command): Section[] {
  const {path, summary, description, sections = [], flags, examples = [], positionals = []} = command;
  const required = Object.entries(flags).filter(([, flag]) => flag.required || flag.unless);
  const words = [
    'tool',
    ...path,
    ...positionals,
    ...required.map(([name, flag]) => {
      return flag.unless
        ? `(${[written(name, flag), ...flag.unless.map((one) => `--${one}`)].join(' | ')})`
        : written(name, flag);
    }),
    ...(Object.keys(flags).length > required.length ? ['[FLAGS]'] : []),
  ];
  const all: Section[] = [
    {text: `${summary}.`},
    {text: `Usage: ${words.join(' ')}`},
    ...(description?.split('\n\n') ?? []).map((paragraph) => ({text: paragraph.replaceAll('\n', ' ')})),
    ...sections,
    {title: 'Screens', text: command.isApp && command.positionalChoices?.join(', ')},
    {title: 'Flags', rows: Object.entries(flags).map(([name, flag]) => flagRow(name, flag))},
    globalHelp(command),
    {title: 'Examples', examples},
  ];
  return all.filter(({text, rows = [], examples: lines = []}) => text || rows.length > 0 || lines.length > 0);
}

function globalHelp(command?: Command): Section {
  const hasFormats = command === undefined || hasChoice(command);
  const formats = command && hasFormats ? `: ${formatsOf(command).join(', ')}` : '';
  const {output} = GLOBAL_FLAGS;
  const all = Object.entries({...GLOBAL_FLAGS, output: hasFormats ? output : {...output, env: undefined}});
  const inherited = all
    .filter(([name]) => !Object.hasOwn(command?.flags ?? {}, name))
    .map(([name, flag]): Row => {
      const [left, right] = flagRow(name, flag);
      return [left, name === 'output' ? `${right}${formats}` : right];
    });
  return {title: 'Global flags', rows: inherited};
}

function written(name: string, flag: Flag<unknown>): string {
  return isSwitch(flag) ? `--${name}` : `--${name} ${flag.placeholder}`;
}

function flagRow(name: string, flag: Flag<unknown>): Row {
  const {choices = [], multiple} = flag;
  const listed = choices.join(', ');
  const isLong = listed.length > INLINE_CHOICES;
  const notes = [
    flag.required && 'required',
    flag.unless && `required unless ${flag.unless.map((one) => `--${one}`).join(' or ')}`,
    choices.length > 0 && `${multiple ? 'any of' : 'one of'} ${isLong ? 'the following' : listed}`,
    (flag.fallback ?? flag.implied) && `default ${flag.fallback ?? flag.implied}`,
    flag.env && `or ${flag.env}`,
  ].filter(Boolean);
  const right = notes.length > 0 ? `${flag.summary} (${notes.join('; ')})` : flag.summary;
  return [written(name, flag), right, isLong ? choices : []];
}

function listing(commands: readonly Command[]): Row[] {
  return commands.map(({path, summary}) => [path.join(' '), summary]);
}

const HANGING = 27;

function rowLines([left, right, names = []]: Row, width: number): string[] {
  const start = `  ${left}`;
  const lines = wrap(right, width - HANGING);
  const isBeside = widthOf(start) + 2 <= HANGING;
  const hung = (isBeside ? lines.slice(1) : lines).map((line) => ' '.repeat(HANGING) + line);
  return [isBeside ? pad(start, HANGING) + (lines[0] ?? '') : start, ...hung, ...inColumns(names, width)];
}

function inColumns(names: readonly string[], width: number): string[] {
  const cell = Math.max(...names.map(widthOf)) + 2;
  const height = Math.ceil(names.length / Math.max(1, Math.floor((width - 2) / cell)));
  return names.slice(0, height).map((_, row) => {
    const cells = names.filter((__, index) => index % height === row).map((name) => pad(name, cell));
    return `    ${cells.join('').trimEnd()}`;
  });
}
