import type {Env} from '../ports.ts';

/** The environment for programs of other people: keys may be in variables of the tool. */
export function withoutSecrets(env: Env): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('TOOL_')));
}
