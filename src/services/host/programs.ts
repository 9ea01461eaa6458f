import {type ChildProcess, type SpawnOptions, spawn} from 'node:child_process';
import {rmSync} from 'node:fs';
import {mkdtemp, readFile, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {StringDecoder} from 'node:string_decoder';
import {shellWord} from '../model/shell-word.ts';
import type {Browser, EditedText, Editor, Env, Shell, ShellOptions} from '../ports.ts';
import {systemProgram, withoutSecrets} from './child-env.ts';

/** Programs of the user: a browser, an editor, a hook. */

const SETTLED_AFTER = 1500;

/**
 * `BROWSER` (commands separated by colons, `%s` for the URL), else the system's own starter. Not the `open` package,
 * which passes the complete environment, keys included, to the child.
 */
export function createBrowser(env: Env, platform: string): Browser {
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
  return new Promise((resolve) => {
    const settle = (started: boolean) => {
      clearTimeout(timer);
      child.unref();
      resolve(started);
    };
    const timer = setTimeout(() => settle(true), SETTLED_AFTER);
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}

/** A command line of the user, without secrets in its environment. */
function startCommand(
  command: string,
  env: Env,
  platform: string,
  {env: more, ...options}: SpawnOptions,
): ChildProcess {
  const shell = platform === 'win32' ? systemProgram('cmd.exe', env) : '/bin/sh';
  return spawn(command, {...options, env: {...withoutSecrets(env, platform), ...more}, shell});
}

interface EditorOptions {
  env: Env;
  platform: string;
  signal: AbortSignal;
  /** Meanwhile, the terminal's signals are the editor's. */
  release<T>(work: () => Promise<T>): Promise<T>;
}

const MAX_BYTES = 1024 * 1024;
/** A shell's exit codes for a missing program and one that cannot be run. */
const NOT_STARTED = [126, 127];

/** The command in `VISUAL` or `EDITOR`, with its arguments (`code --wait`), else the system's editor: `vi`, as for git. */
export function createEditor({env, platform, signal, release}: EditorOptions): Editor {
  const isWindows = platform === 'win32';
  return {
    async edit(text, name) {
      const system = isWindows ? systemProgram('notepad.exe', env) : 'vi';
      const command = env.VISUAL?.trim() || env.EDITOR?.trim() || system;
      const directory = await mkdtemp(join(tmpdir(), 'tool-edit-'));
      const remove = () => rmSync(directory, {recursive: true, force: true});
      // The process may exit right after the signal.
      signal.addEventListener('abort', remove, {once: true});
      try {
        const path = join(directory, name.replace(/[^\w.-]/g, '_'));
        await writeFile(path, text === '' ? '' : `${text}\n`, {mode: 0o600, flag: 'wx'});
        // Through a shell, as git does; with `exec`, so that signals reach a plain command itself.
        const prefix = isWindows || /[=|&;<>()$`]/.test(command) ? '' : 'exec ';
        const line = `${prefix}${command} ${isWindows ? `"${path}"` : shellWord(path)}`;
        const problem = await release(() =>
          ended(startCommand(line, env, platform, {stdio: 'inherit'}), command, signal),
        );
        return problem === undefined ? await read(path) : {problem};
      } finally {
        signal.removeEventListener('abort', remove);
        remove();
      }
    },
  };
}

function ended(child: ChildProcess, command: string, signal: AbortSignal): Promise<string | undefined> {
  const kill = () => child.kill();
  signal.addEventListener('abort', kill, {once: true});
  return new Promise<string | undefined>((resolve) => {
    child.once('error', ({message}) => resolve(`The editor '${command}' could not be started: ${message}`));
    child.once('exit', (code, by) => {
      if (code === 0) resolve(undefined);
      else if (code !== null && NOT_STARTED.includes(code)) {
        resolve(
          `The editor '${command}' could not be started. Set VISUAL or EDITOR to an installed editor, e.g. EDITOR=nano.`,
        );
      } else {
        resolve(`The editor '${command}' ended with ${by ?? `code ${code}`}: the text is unchanged.`);
      }
    });
  }).finally(() => signal.removeEventListener('abort', kill));
}

async function read(path: string): Promise<EditedText> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return {problem: 'The edited text is too long: more than 1 MiB.'};
    return {text: new TextDecoder('utf-8', {fatal: true}).decode(await readFile(path))};
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return {problem: gone ? 'The editor removed the file: the text is unchanged.' : 'The edited text is not UTF-8.'};
  }
}

/** A line that is longer is cut. */
const LONGEST_LINE = 8192;

/** Commands have their own process group: they are ended together with their children. */
export function createShell(env: Env, platform: string): Shell {
  const isWindows = platform === 'win32';

  function kill({pid}: ChildProcess): void {
    if (pid === undefined) return;
    if (isWindows) {
      spawn(systemProgram('taskkill.exe', env), ['/pid', String(pid), '/t', '/f'], {stdio: 'ignore'});
      return;
    }
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  }

  return {
    run: (command, options) =>
      new Promise((resolve) => {
        const {input, signal, timeoutMs, variables} = options;
        const child = startCommand(command, env, platform, {env: variables, detached: !isWindows, windowsHide: true});
        forwardLines(child, options);
        // It may end without reading its input.
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
        const finish = (why?: string) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          resolve({problem: problem ?? why});
        };
        child.once('error', ({message}) => finish(`could not be started: ${message}`));
        // Once its children have closed what they inherited, too.
        child.once('close', (code, by) => finish(code === 0 ? undefined : `ended with ${by ?? `exit code ${code}`}`));
        if (signal.aborted) abort();
      }),
  };
}

function forwardLines({stdout, stderr}: ChildProcess, {onLine}: ShellOptions): void {
  for (const stream of [stdout, stderr]) {
    const decoder = new StringDecoder('utf8');
    let rest = '';
    stream?.on('data', (chunk: Buffer) => {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      for (const line of lines) onLine(line.slice(0, LONGEST_LINE));
    });
    stream?.on('end', () => {
      if (rest !== '') onLine(rest);
    });
  }
}
