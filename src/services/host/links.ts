import {createSupportsHyperlinks} from 'supports-hyperlinks';
import type {Env} from '../ports.ts';

const TMUX = 3.4;

export function showsLinks(env: Env, stdout: {isTTY?: boolean}): boolean {
  if (env.FORCE_HYPERLINK === undefined) {
    if (env.STY) return false;
    if (env.TMUX) return env.TERM_PROGRAM === 'tmux' && versionOf(env.TERM_PROGRAM_VERSION) >= TMUX;
  }
  return createSupportsHyperlinks(stdout);
}

const versionOf = (text = ''): number => Number(/\d+(?:\.\d+)?/.exec(text)?.[0] ?? 0);
