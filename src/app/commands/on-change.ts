import {createHooks, type Hooks} from '../../services/hooks.ts';
import type {CommandContext} from '../command.ts';
import {text} from '../flags/flags.ts';
import {statusLine} from '../session/messages.ts';

export const onChange = text({
  summary: 'Command to run at every change, with the change as JSON on stdin and in TOOL_CHANGE_* variables',
  placeholder: 'CMD',
});

/** What a hook prints goes to stderr. */
export function startHooks(command: string | undefined, {host, signal, note}: CommandContext): Hooks | undefined {
  if (command === undefined) return undefined;
  const {shell, clock} = host;
  const status = statusLine(host);
  const print = (text: string) => {
    // Whatever is being rewritten there is shown again with its next change.
    status?.show('');
    note(text);
  };
  return createHooks(command, {shell, clock, signal, onLine: print, warn: (text) => print(`Warning: ${text}`)});
}

/** Work that tells of changes; what they set off ends first, however the work ends. */
export async function withHooks<T>(
  command: string | undefined,
  context: CommandContext,
  work: (hooks: Hooks | undefined) => Promise<T>,
): Promise<T> {
  const hooks = startHooks(command, context);
  try {
    return await work(hooks);
  } finally {
    await hooks?.end();
  }
}
