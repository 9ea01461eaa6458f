import {EXIT_CODES} from '../../services/model/error.ts';
import {pad, widthOf, wrap} from '../../services/text/width.ts';
import {type Command, GROUPS} from '../command.ts';
import {formatsOf, GLOBAL_FLAGS, hasChoice} from '../command-line/globals.ts';
import {type Flag, isSwitch} from '../flags/flags.ts';

export function formatHelp(path: readonly string[], commands: readonly Command[], width: number): string {
  const exact = commands.find((command) => command.path.join(' ') === path.join(' '));
  const blocks = exact ? commandHelp(exact) : path[0] ? groupHelp(path[0], commands) : rootHelp(commands);
  const lines = blocks.flatMap((block) => (typeof block === 'string' ? broken(block, width) : block(width)));
  return `${lines.join('\n')}\n`;
}

function rootHelp(commands: readonly Command[]): Block[] {
  const groups = [...new Set(commands.filter(({path}) => path.length > 1).map(({path}) => path[0] ?? ''))];
  return [
    'Manage App Store Connect credentials and versions from a terminal.',
    '',
    'Usage: tool [COMMAND] [FLAGS]',
    '',
    'Without a command, on a terminal, the full-screen app opens.',
    '',
    'A whole release:',
    listing(commands.filter(({present}) => present.showsSteps)),
    ...groups.flatMap((group) => [
      '',
      `${GROUPS[group]?.split(':')[0] ?? group}:`,
      listing(commands.filter(({path}) => path[0] === group)),
    ]),
    '',
    'More:',
    listing(commands.filter(({path, present}) => path.length === 1 && !present.showsSteps)),
    rows([
      ['help [COMMAND]', 'Show help, as --help does'],
      ['--version', "Show the tool's version"],
    ]),
    ...globalHelp(),
    '',
    'Exit codes:',
    rows(EXIT_CODES),
    '',
    "Run 'tool COMMAND --help' for details. No account? Try 'tool --sandbox', which runs on a built-in store.",
  ];
}

function groupHelp(group: string, commands: readonly Command[]): Block[] {
  const members = commands.filter(({path}) => path[0] === group);
  return [
    `${GROUPS[group] ?? group}.`,
    '',
    `Usage: tool ${group} COMMAND [FLAGS]`,
    '',
    'Commands:',
    listing(members),
    '',
    `Run 'tool ${group} COMMAND --help' for details.`,
  ];
}

function commandHelp(command: Command): Block[] {
  const {path, summary, description, sections = [], flags, examples = [], positionals = []} = command;
  const paragraphs = description?.split('\n\n') ?? [];
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
  return [
    `${summary}.`,
    '',
    usage(words.join(' ')),
    ...paragraphs.flatMap((paragraph) => ['', paragraph.replaceAll('\n', ' ')]),
    ...sections.flatMap((section) => ['', `${section.title}:`, rows(section.rows)]),
    ...(command.isApp ? ['', 'Screens:', inColumns(command.positionalChoices ?? [], 2)] : []),
    ...(Object.keys(flags).length > 0
      ? ['', 'Flags:', rows(Object.entries(flags).map(([name, flag]) => flagRow(name, flag)))]
      : []),
    ...globalHelp(command),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map(example)] : []),
  ];
}

function globalHelp(command?: Command): Block[] {
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
  return ['', 'Global flags:', rows(inherited)];
}

const INLINE_CHOICES = 60;

function written(name: string, flag: Flag<unknown>): string {
  return isSwitch(flag) ? `--${name}` : `--${name} ${flag.placeholder}`;
}

function flagRow(name: string, flag: Flag<unknown>): Row {
  const left = written(name, flag);
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
  return isLong ? [left, right, choices] : [left, right];
}

function listing(commands: readonly Command[]): Block {
  return rows(commands.map(({path, summary}) => [path.join(' '), summary]));
}

type Block = string | ((width: number) => string[]);
type Row = readonly [left: string, right: string, names?: readonly string[]];

function broken(text: string, width: number): string[] {
  const whole = text.replace(/'tool [^']*'/g, (command) => command.replaceAll(' ', '\u00a0'));
  return wrap(whole, width).map((line) => line.replaceAll('\u00a0', ' '));
}

function usage(words: string): Block {
  return (width) => wrap(words, width - 7).map((text, line) => (line === 0 ? 'Usage: ' : '       ') + text);
}

function rows(all: readonly Row[]): Block {
  return (width) => all.flatMap((row) => rowLines(row, width));
}

const HANGING = 27;

function rowLines([left, right, names]: Row, width: number): string[] {
  const start = `  ${left}`;
  const [first = '', ...rest] = broken(right, width - HANGING);
  const lines =
    widthOf(start) + 2 <= HANGING
      ? [pad(start, HANGING) + first, ...rest.map(hung)]
      : [start, hung(first), ...rest.map(hung)];
  return names ? [...lines, ...inColumns(names, HANGING)(width)] : lines;
}

const hung = (text: string) => ' '.repeat(HANGING) + text;

function inColumns(names: readonly string[], indent: number) {
  const cell = Math.max(...names.map(widthOf)) + 2;
  return (width: number): string[] => {
    const countFrom = (from: number) => Math.floor((width - from + 2) / cell);
    const from = countFrom(indent) > 1 ? indent : 4;
    const height = Math.ceil(names.length / Math.max(1, countFrom(from)));
    return names.slice(0, height).map((_, row) => {
      const cells = names.filter((__, index) => index % height === row).map((name) => pad(name, cell));
      return ' '.repeat(from) + cells.join('').trimEnd();
    });
  };
}

const PHRASE = /(?:--[\w-]+ (?!--))?(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

function example(text: string): Block {
  return (width) => {
    if (text.length + 2 <= width) return [`  ${text}`];
    const lines: string[] = [];
    let line = ' ';
    for (const phrase of text.match(PHRASE) ?? []) {
      if (line.length + 1 + phrase.length + 2 > width && line.trim() !== '') {
        lines.push(`${line} \\`);
        line = '   ';
      }
      line += ` ${phrase}`;
    }
    return [...lines, line];
  };
}
