import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import type {Env} from '../ports.ts';

/** Also keeps Windows from searching the current folder for programs first. */
export function withoutSecrets(env: Env, platform: string): Record<string, string | undefined> {
  const others = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('TOOL_'));
  return {...Object.fromEntries(others), ...(platform === 'win32' && {[NO_CURRENT_FOLDER]: '1'})};
}

/** Also needed in the environment of the process that spawns. */
const NO_CURRENT_FOLDER = 'NoDefaultCurrentDirectoryInExePath';

export function systemProgram(name: string, env: Env): string {
  const root = Object.entries(env).find(([variable]) => /^(?:SystemRoot|windir)$/i.test(variable))?.[1];
  return `${root && /^[a-z]:\\/i.test(root) ? root : 'C:\\Windows'}\\System32\\${name}`;
}

export function startCommand(
  command: string,
  env: Env,
  platform: string,
  {env: more, ...options}: SpawnOptions,
): ChildProcess {
  const shell = platform === 'win32' ? systemProgram('cmd.exe', env) : '/bin/sh';
  return spawn(command, {...options, env: {...withoutSecrets(env, platform), ...more}, shell});
}
