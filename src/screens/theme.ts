import type {Env} from '../services/ports.ts';

/** What a colour means. Colour only repeats what a glyph or a word says already. */
export type Tone = 'accent' | 'good' | 'busy' | 'bad';

type Pair<T> = readonly [unicode: T, ascii: T];

const GLYPHS = {
  marker: ['▌', '>'],
  ellipsis: ['…', '~'],
  rule: ['─', '-'],
  side: ['│', '|'],
  tee: ['┬', '+'],
  corners: [
    ['┌', '┐', '└', '┘'],
    ['+', '+', '+', '+'],
  ],
  crumb: ['›', '>'],
  dot: ['·', '-'],
  none: ['—', '-'],
  down: ['▼', 'v'],
  up: ['▲', '^'],
  checked: ['[x]', '[x]'],
  unchecked: ['[ ]', '[ ]'],
  caret: ['▏', '_'],
  choice: [
    ['‹', '›'],
    ['<', '>'],
  ],
  arrow: ['→', '->'],
  step: ['▸', '>'],
  spinner: [
    ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'],
    ['|', '/', '-', '\\'],
  ],
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
  full: ['▓', '#'],
  empty: ['░', '.'],
} satisfies Record<string, Pair<string> | Pair<string[]>>;

export type Glyphs = {[Name in keyof typeof GLYPHS]: (typeof GLYPHS)[Name][0]};

export interface Theme {
  /** The terminal colour of a tone, or none under NO_COLOR. */
  color(tone: Tone | undefined): string | undefined;
  glyphs: Glyphs;
  /** No styles at all: what they would show needs a sign. */
  plain: boolean;
}

export interface ThemeOptions {
  noColor: boolean;
  screenReader: boolean;
  env: Env;
}

const COLORS: Record<Tone, string> = {accent: 'cyan', good: 'green', busy: 'yellow', bad: 'red'};

/** Few colours, all from the terminal's own palette, so that they are legible on light and dark alike. */
export function createTheme({noColor, screenReader, env}: ThemeOptions): Theme {
  return {
    color: (tone) => (noColor || !tone ? undefined : COLORS[tone]),
    glyphs: glyphsOf(speaksUnicode(env) && !screenReader ? 0 : 1),
    plain: noColor,
  };
}

function glyphsOf(column: 0 | 1): Glyphs {
  return Object.fromEntries(Object.entries(GLYPHS).map(([name, pair]) => [name, pair[column]])) as Glyphs;
}

/** A locale that names another character set is believed; without any, only the bare Linux console is not. */
export function speaksUnicode(env: Env): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale ? /utf-?8/i.test(locale) : env.TERM !== 'linux';
}
