import {createHooks, type Hooks} from '../../services/hooks.ts';
import {cleanText} from '../../services/model/clean.ts';
import type {CommandContext} from '../command.ts';
import {text} from '../flags/flags.ts';

export const onChange = text({
  summary: 'Command to run at every change that is seen; it gets the change as JSON on stdin and in TOOL_CHANGE_*',
  placeholder: 'CMD',
});

/** What a hook prints goes to stderr. */
export function startHooks(command: string | undefined, {host, signal, note}: CommandContext): Hooks | undefined {
  if (command === undefined) return undefined;
  const {shell, clock} = host;
  return createHooks(command, {
    shell,
    clock,
    signal,
    onLine: note,
    warn: (words) => note(`Warning: ${cleanText(words)}`),
  });
}
