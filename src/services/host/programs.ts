import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import process from 'node:process';
import {StringDecoder} from 'node:string_decoder';
import {orElse} from '../model/values.ts';
import type {Env, Host, Shell, ShellOptions} from '../ports.ts';

const SETTLED_AFTER = 1500;

/** The `open` package is not used, because it would pass keys in the environment to the child. */
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
    run: (command, options) =>
      new Promise((resolve) => {
        const {input, signal, timeoutMs, variables} = options;
        const child = startCommand(command, env, platform, {env: variables, detached: !isWindows, windowsHide: true});
        const forwarded = forwardLines(child, options);
        child.stdin?.on('error', () => {});
        child.stdin?.end(input);
        let problem: string | undefined;
        const stop = (why: string) => {
          problem ??= why;
          kill(child);
        };
        const timer = setTimeout(() => stop(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
        const abort = () => stop('was interrupted');
        signal.addEventListener('abort', abort, {once: true});
        let lastOutput: NodeJS.Timeout | undefined;
        const finish = (why?: string) => {
          clearTimeout(timer);
          clearTimeout(lastOutput);
          signal.removeEventListener('abort', abort);
          resolve({problem: problem ?? why});
        };
        child.once('error', ({message}) => finish(`could not be started: ${message}`));
        child.once('exit', (code, by) => {
          const why = code === 0 ? undefined : `ended with ${by ?? `exit code ${code}`}`;
          const end = () => {
            for (const stream of child.stdio) stream?.destroy();
            forwarded.flush();
            finish(why);
          };
          clearTimeout(timer);
          child.once('close', end);
          // A process that the command left behind may hold the pipes for as long as it runs.
          lastOutput = setTimeout(end, LAST_OUTPUT);
        });
        if (signal.aborted) abort();
      }),
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
