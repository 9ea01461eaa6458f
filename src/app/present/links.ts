import {isFalse} from '../../services/model/values.ts';
import type {Host} from '../../services/ports.ts';
import type {Globals} from '../session/session.ts';

/** Never in a pipe or for a screen reader, nor where styles are not wanted. */
export async function showsLinks(
  {terminal, env}: Pick<Host, 'terminal' | 'env'>,
  {noColor, screenReader}: Pick<Globals, 'noColor' | 'screenReader'>,
): Promise<boolean> {
  if (isFalse(env.TOOL_LINKS) || noColor || screenReader) return false;
  if (env.TERM === 'dumb' || !terminal.stdoutIsTty) return false;
  return terminal.showsLinks();
}

/** OSC 8. @param text clean @param url our own, so without characters that end it */
export function linked(text: string, url: string | undefined): string {
  return url === undefined || text === '' ? text : `\u001B]8;;${url}\u0007${text}\u001B]8;;\u0007`;
}
