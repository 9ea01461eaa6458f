import {shellWord} from '../../services/model/shell-word.ts';
import type {Globals} from '../session/session.ts';

/**
 * The command line that does what the app is about to do: `tool versions create --app 1 --version 3.4.0`. Run from
 * another shell it reaches the same store with the same profile.
 *
 * @param given texts by flag name, in the order to show; those of switches are `true` or `false`
 */
export function scripted(
  path: readonly string[],
  given: ReadonlyMap<string, string>,
  {sandbox, profile, platform}: Pick<Globals, 'sandbox' | 'profile' | 'platform'>,
  isSwitch: (flag: string) => boolean = () => false,
): string {
  const word = (text: string) => shellWord(text, platform);
  const flags = [...given].map(([name, text]) => {
    if (isSwitch(name)) return text === 'false' ? `--${name}=false` : `--${name}`;
    // A value that begins with a dash would be read as a flag.
    return text.startsWith('-') ? `--${name}=${word(text)}` : `--${name} ${word(text)}`;
  });
  const globals = [...(profile && !sandbox ? [`--profile ${word(profile)}`] : []), ...(sandbox ? ['--sandbox'] : [])];
  return ['tool', ...path, ...flags, ...globals].join(' ');
}
