import {userInfo} from 'node:os';
import {isAbsolute} from 'node:path';
import process from 'node:process';
import type {Host, User} from '../ports.ts';
import {SANDBOX_ORIGIN} from '../sandbox/origin.ts';
import {NO_CURRENT_FOLDER} from './child-env.ts';
import {createClock} from './clock.ts';
import {createFiles} from './files.ts';
import {createSignals, createTerminal} from './terminal.ts';
import {compileLess} from './v8-flags.ts';

/**
 * Everything outside the tool, for real. What costs something to load is loaded when it is used.
 * @param helperPath the bundled keychain helper
 */
export function createHost({helperPath, version}: {helperPath: string; version: string}): Host {
  const {env, platform} = process;
  if (platform === 'win32') env[NO_CURRENT_FOLDER] = '1';
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') silenceTlsWarning();
  const {signal, closePipe, release} = createSignals();
  const terminal = createTerminal({closePipe, signal});
  const home = homeDirectory(env.HOME);
  const files = createFiles();
  const interactive = terminal.stdinIsTty && terminal.stderrIsTty;
  return {
    clock: createClock(),
    env,
    files,
    async http() {
      const {createHttp} = await import('./http.ts');
      compileLess();
      return createHttp(env);
    },
    keychain: lazy(
      async () => (await import('./keychain.ts')).createKeychain({helperPath, env, interactive, signal}),
      'check',
      'get',
      'set',
      'delete',
    ),
    browser: lazy(async () => (await import('./browser.ts')).createBrowser(env, platform), 'open'),
    editor: lazy(async () => (await import('./editor.ts')).createEditor({env, platform, signal, release}), 'edit'),
    terminal,
    sandbox: {
      origin: SANDBOX_ORIGIN,
      ...lazy(async () => (await import('./sandbox.ts')).createSandbox({home, terminal}), 'embedded', 'serve'),
    },
    cwd: workingDirectory(),
    home,
    user: currentUser(),
    platform,
    command: [process.execPath, process.argv[1] ?? ''],
    version,
    signal,
  };
}

/** The group is looked up when it is asked for: what `newgrp` makes of the process is not the user's own. */
function currentUser(): User | undefined {
  const uid = process.geteuid?.();
  if (uid === undefined) return undefined;
  return {
    uid,
    get gid() {
      try {
        return userInfo().gid;
      } catch {
        return process.getegid?.() ?? -1;
      }
    },
  };
}

/** A user without an entry in the system's list, as in some containers, lives at the root. */
function homeDirectory(variable: string | undefined): string {
  if (variable && isAbsolute(variable)) return variable;
  try {
    return userInfo().homedir;
  } catch {
    return '/';
  }
}

/** Where the tool was started. One that is gone has nothing in it, and nothing can be written there. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/dev/null';
  }
}

/** With NODE_TLS_REJECT_UNAUTHORIZED=0 Node says that no certificate is checked, which is not true here. */
function silenceTlsWarning(): void {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning').on('warning', (warning) => {
    if (warning.message.includes('NODE_TLS_REJECT_UNAUTHORIZED')) return;
    for (const listener of listeners) listener(warning);
  });
}

/** What these methods belong to is loaded when one of them is first called. */
function lazy<T extends object>(load: () => Promise<T>, ...names: readonly (keyof T)[]): T {
  const call = async (name: keyof T, given: unknown[]) => {
    const method = (await load())[name] as (...given: unknown[]) => unknown;
    return method(...given);
  };
  return Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => call(name, given)])) as T;
}
