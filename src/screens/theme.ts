import type {Env} from '../services/ports.ts';
import glyphs from './glyphs.json' with {type: 'json'};

export type Tone = 'accent' | 'good' | 'busy' | 'bad';

export type Glyphs = Readonly<Record<keyof typeof glyphs, string>>;

export type Theme = ReturnType<typeof createTheme>;

interface ThemeOptions {
  noColor: boolean;
  screenReader: boolean;
  env: Env;
  links?: boolean;
}

const COLORS = {accent: 'cyan', good: 'green', busy: 'yellow', bad: 'red'} as const satisfies Record<Tone, string>;

export function createTheme({noColor, screenReader, env, links = false}: ThemeOptions) {
  const column = speaksUnicode(env) && !screenReader ? 0 : 1;
  return {
    color: (tone: Tone | undefined) => (noColor || !tone ? undefined : COLORS[tone]),
    glyphs: Object.fromEntries(Object.entries(glyphs).map(([name, pair]) => [name, pair[column]])) as Glyphs,
    plain: noColor,
    links,
  };
}

/** Returns whether the terminal shows the signs. The Linux console's font lacks most of them, even with UTF-8. */
export function speaksUnicode(env: Env): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || 'UTF-8';
  return env.TERM !== 'linux' && /utf-?8/i.test(locale);
}
