import type {CheckCommand} from '../../services/model/outcome.ts';
import {shellWord} from '../../services/model/shell-word.ts';
import type {Globals} from '../session/session.ts';

export type Where = Pick<Globals, 'sandbox' | 'profile' | 'platform'>;

/** A line for a shell that reaches the same store with the same profile: `tool versions create --app 1 --version 3.4.0`. */
export function commandLine({command, flags}: CheckCommand, {sandbox, profile, platform}: Where): string {
  const word = (text: string) => shellWord(text, platform);
  const written = Object.entries(flags).map(([name, value]) => {
    if (typeof value === 'boolean') return value ? `--${name}` : `--${name}=false`;
    // Otherwise it would be read as a flag.
    return value.startsWith('-') ? `--${name}=${word(value)}` : `--${name} ${word(value)}`;
  });
  const globals = [...(profile && !sandbox ? [`--profile ${word(profile)}`] : []), ...(sandbox ? ['--sandbox'] : [])];
  return ['tool', ...command, ...written, ...globals].join(' ');
}
