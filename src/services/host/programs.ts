import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {once} from 'node:events';
import process from 'node:process';
import {StringDecoder} from 'node:string_decoder';
import {setTimeout as sleep} from 'node:timers/promises';
import {messageOf} from '../model/error.ts';
import {orElse} from '../model/values.ts';
import type {Env, Host, Shell, ShellOptions} from '../ports.ts';

const SETTLED_AFTER = 1500;

/** Creates a browser without the `open` package, which would pass keys in the environment to the child. */
export function createBrowser(env: Env, platform: string): Host['browser'] {
  return {
    async open(url) {
      if (!/^https?:\/\//.test(url)) return false;
      for (const [command, ...args] of candidates(env, platform, url)) {
        if (command && (await hasStarted(command, args, withoutSecrets(env, platform)))) return true;
      }
      return false;
    },
  };
}

export function candidates(env: Env, platform: string, url: string): string[][] {
  if (env.BROWSER?.trim()) {
    const commands = platform === 'win32' ? [env.BROWSER] : env.BROWSER.split(':');
    return commands.map((text) => {
      const words = text.trim().split(/\s+/);
      return text.includes('%s') ? words.map((word) => word.replaceAll('%s', url)) : [...words, url];
    });
  }
  if (platform === 'darwin') return [['open', url]];
  if (platform === 'win32') return [[systemProgram('rundll32.exe', env), 'url.dll,FileProtocolHandler', url]];
  return ['xdg-open', 'wslview'].map((starter) => [starter, url]);
}

function hasStarted(command: string, args: string[], env: Env): Promise<boolean> {
  const child = spawn(command, args, {env, stdio: 'ignore', detached: true, windowsHide: true});
  const started = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(true), SETTLED_AFTER).unref();
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0));
  });
  return started.finally(() => child.unref());
}

const LONGEST_LINE = 8192;
const LAST_OUTPUT = 500;

export function createShell(env: Env, platform: string): Shell {
  const isWindows = platform === 'win32';

  function kill({pid}: ChildProcess): void {
    if (pid === undefined) return;
    const words = ['/pid', String(pid), '/t', '/f'];
    if (isWindows) spawn(systemProgram('taskkill.exe', env), words, {stdio: 'ignore'});
    else orElse(() => process.kill(-pid, 'SIGKILL'), false);
  }

  return {
    async run(command, options) {
      const {input, signal, timeoutMs, variables} = options;
      const child = startCommand(command, env, platform, {env: variables, detached: !isWindows, windowsHide: true});
      const forwarded = forwardLines(child, options);
      child.stdin?.on('error', () => {}).end(input);
      const overdue = AbortSignal.timeout(timeoutMs);
      const ending = AbortSignal.any([signal, overdue]);
      const end = () => kill(child);
      ending.addEventListener('abort', end);
      if (ending.aborted) end();
      const closed = new Promise((resolve) => child.once('close', resolve));
      try {
        const [code, by] = await once(child, 'exit');
        const problem = code === 0 ? undefined : `ended with ${by ?? `exit code ${code}`}`;
        const late = overdue.aborted ? `did not end within ${timeoutMs / 1000} s` : undefined;
        // A process that the command left behind may hold the pipes for as long as it runs.
        await Promise.race([closed, sleep(LAST_OUTPUT, undefined, {ref: false})]);
        for (const stream of child.stdio) stream?.destroy();
        forwarded.flush();
        return {problem: signal.aborted ? 'was interrupted' : (late ?? problem)};
      } catch (error) {
        return {problem: `could not be started: ${messageOf(error)}`};
      } finally {
        ending.removeEventListener('abort', end);
      }
    },
  };
}

function forwardLines({stdout, stderr}: ChildProcess, {onLine}: ShellOptions): {flush(): void} {
  const flushes = [stdout, stderr].map((stream) => {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    stream?.on('data', (chunk: Buffer) => {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      for (const line of lines) onLine(line.slice(0, LONGEST_LINE));
    });
    return () => {
      if (rest !== '') onLine(rest);
      rest = '';
    };
  });
  return {flush: () => flushes.forEach((flush) => void flush())};
}

/** Removes the tool's variables, and keeps Windows from searching the current folder for programs. */
export function withoutSecrets(env: Env, platform: string): Record<string, string | undefined> {
  const others = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('TOOL_'));
  return {...Object.fromEntries(others), ...(platform === 'win32' && {NoDefaultCurrentDirectoryInExePath: '1'})};
}

export function systemProgram(name: string, env: Env): string {
  const root = Object.entries(env).find(([variable]) => /^(?:SystemRoot|windir)$/i.test(variable))?.[1];
  return `${root && /^[a-z]:\\/i.test(root) ? root : 'C:\\Windows'}\\System32\\${name}`;
}

export function startCommand(command: string, env: Env, platform: string, {env: more, ...options}: SpawnOptions) {
  const shell = platform === 'win32' ? systemProgram('cmd.exe', env) : '/bin/sh';
  return spawn(command, {...options, env: {...withoutSecrets(env, platform), ...more}, shell});
}
