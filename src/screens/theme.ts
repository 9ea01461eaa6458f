import type {Env} from '../services/ports.ts';

export type Tone = 'accent' | 'good' | 'busy' | 'bad';

const GLYPHS = {
  marker: ['▌', '>'],
  ellipsis: ['…', '~'],
  rule: ['─', '-'],
  side: ['│', '|'],
  tee: ['┬', '+'],
  corners: ['┌┐└┘', '++++'],
  crumb: ['›', '>'],
  dot: ['·', '-'],
  none: ['—', '-'],
  down: ['▼', 'v'],
  up: ['▲', '^'],
  checked: ['[x]', '[x]'],
  unchecked: ['[ ]', '[ ]'],
  caret: ['▏', '_'],
  choice: ['‹›', '<>'],
  arrow: ['→', '->'],
  step: ['▸', '>'],
  spinner: ['⠋⠙⠹⠸⠼⠴⠦⠧', '|/-\\'],
  enter: ['↵', 'Enter'],
  arrowsAcross: ['←→', 'Left/Right'],
  arrowsAlong: ['↑↓', 'Up/Down'],
  prepare: ['○', 'o'],
  waiting: ['◔', 'w'],
  review: ['◑', 'i'],
  approved: ['◕', 'p'],
  processing: ['◉', '>'],
  live: ['●', '*'],
  rejected: ['✕', 'x'],
  removed: ['⊘', '-'],
  blocked: ['!', '!'],
  unknown: ['?', '?'],
  ok: ['✓', '+'],
  changed: ['•', '+'],
  times: ['×', 'x'],
  full: ['▓', '#'],
  empty: ['░', '.'],
} satisfies Record<string, readonly [unicode: string, ascii: string]>;

export type Glyphs = Readonly<Record<keyof typeof GLYPHS, string>>;

export type Theme = ReturnType<typeof createTheme>;

interface ThemeOptions {
  noColor: boolean;
  screenReader: boolean;
  env: Env;
  links?: boolean;
}

const COLORS: Record<Tone, string> = {accent: 'cyan', good: 'green', busy: 'yellow', bad: 'red'};

export function createTheme({noColor, screenReader, env, links = false}: ThemeOptions) {
  const column = speaksUnicode(env) && !screenReader ? 0 : 1;
  return {
    color: (tone: Tone | undefined) => (noColor || !tone ? undefined : COLORS[tone]),
    glyphs: Object.fromEntries(Object.entries(GLYPHS).map(([name, pair]) => [name, pair[column]])) as Glyphs,
    plain: noColor,
    links,
  };
}

/** The font of the Linux console lacks most of the signs, whatever the locale says. */
export function speaksUnicode(env: Env): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'UTF-8';
  return env.TERM !== 'linux' && /utf-?8/i.test(locale);
}
