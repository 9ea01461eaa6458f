import {userInfo} from 'node:os';
import {isAbsolute} from 'node:path';
import process from 'node:process';
import {orElse} from '../model/values.ts';
import type {Env, Host, User} from '../ports.ts';
import {SANDBOX_ORIGIN} from '../sandbox/origin.ts';
import {createClock} from './clock.ts';
import {createFiles} from './files.ts';
import {userEntry} from './libc.ts';
import {createSignals, createTerminal, type HostTerminal} from './terminal.ts';
import {compileLess} from './v8-flags.ts';

type Program = Pick<Host, 'command' | 'version'> & {helper: string};

export function createHost({command, helper, version}: Program): Host & {terminal: HostTerminal} {
  const {env, platform} = process;
  // Windows would otherwise look for programs in the current folder first.
  if (platform === 'win32') env.NoDefaultCurrentDirectoryInExePath = '1';
  silenceRuntime();
  const {signal, release} = createSignals();
  const terminal = createTerminal({signal});
  const home = homeOf(env);
  const files = createFiles();
  const clock = createClock();
  const interactive = terminal.stdinIsTty && terminal.stderrIsTty;
  const keychain = async () => (await import('./keychain.ts')).createKeychain({helper, env, interactive, signal});
  return {
    clock,
    env,
    files,
    async http(warn) {
      const {createHttp} = await import('./http.ts');
      compileLess();
      return createHttp(env, warn);
    },
    keychain: lazy(keychain, 'check', 'get', 'set', 'delete'),
    browser: lazy(async () => (await import('./programs.ts')).createBrowser(env, platform), 'open'),
    editor: lazy(
      async () => (await import('./editor.ts')).createEditor({env, platform, signal, clock, release}),
      'edit',
    ),
    shell: lazy(async () => (await import('./programs.ts')).createShell(env, platform), 'run'),
    terminal,
    sandbox: {
      origin: SANDBOX_ORIGIN,
      ...lazy(async () => (await import('./sandbox.ts')).createSandbox({home, terminal}), 'embedded', 'serve'),
    },
    cwd: orElse(() => process.cwd(), '/dev/null'),
    home,
    user: currentUser(),
    platform,
    command,
    version,
    signal,
  };
}

/**
 * Returns the home directory, which must be absolute: with a relative HOME, a config in any folder would be trusted. In
 * a container, a user may have no passwd entry.
 */
function homeOf({HOME = ''}: Env): string {
  if (isAbsolute(HOME)) return HOME;
  const uid = process.versions.bun ? process.geteuid?.() : undefined;
  const entry = orElse(() => (uid === undefined ? userInfo().homedir : (userEntry(uid)?.home ?? '')), '');
  return isAbsolute(entry) ? entry : '/';
}

function currentUser(): User | undefined {
  const uid = process.geteuid?.();
  if (uid === undefined) return undefined;
  return {
    uid,
    get gid() {
      const question = () => (process.versions.bun ? (userEntry(uid)?.group ?? -1) : userInfo().gid);
      return orElse(question, process.getegid?.() ?? -1);
    },
  };
}

/** Hides the runtime's warnings about deprecated or experimental features, and about NODE_TLS_REJECT_UNAUTHORIZED. */
function silenceRuntime(): void {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning').on('warning', (warning) => {
    if (/^(?:Deprecation|Experimental)Warning$/.test(warning.name)) return;
    if (warning.message.includes('NODE_TLS_REJECT_UNAUTHORIZED')) return;
    for (const listener of listeners) listener(warning);
  });
}

function lazy<T extends object>(load: () => Promise<T>, ...names: readonly (keyof T)[]): T {
  const call = async (name: keyof T, given: unknown[]) => {
    const method = (await load())[name] as (...given: unknown[]) => unknown;
    return method(...given);
  };
  return Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => call(name, given)])) as T;
}
