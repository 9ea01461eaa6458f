import type {Env} from '../ports.ts';

/**
 * The environment for programs of other people: keys may be in variables of the tool. On Windows they look for programs
 * of their own in the current folder first, which may hold anybody's, unless a variable says no.
 */
export function withoutSecrets(env: Env, platform: string): Record<string, string | undefined> {
  const others = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('TOOL_'));
  return {...Object.fromEntries(others), ...(platform === 'win32' && {[NO_CURRENT_FOLDER]: '1'})};
}

/** Whoever starts programs on Windows needs it, too: in its own environment. */
export const NO_CURRENT_FOLDER = 'NoDefaultCurrentDirectoryInExePath';

/** A program of Windows by its whole path: `rundll32.exe`. */
export function systemProgram(name: string, env: Env): string {
  const root = Object.entries(env).find(([variable]) => /^(?:SystemRoot|windir)$/i.test(variable))?.[1];
  return `${root && /^[a-z]:\\/i.test(root) ? root : 'C:\\Windows'}\\System32\\${name}`;
}
