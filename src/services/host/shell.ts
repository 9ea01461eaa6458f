import {type ChildProcess, spawn} from 'node:child_process';
import process from 'node:process';
import {StringDecoder} from 'node:string_decoder';
import type {Env, Shell, ShellOptions} from '../ports.ts';
import {systemProgram, withoutSecrets} from './child-env.ts';

/** A line that is longer is cut. */
const LONGEST_LINE = 8192;

/** Commands of the user, with their own process group: they are ended together with their children. */
export function createShell(env: Env, platform: string): Shell {
  const isWindows = platform === 'win32';

  function start(command: string, variables: Env): ChildProcess {
    const options = {env: {...withoutSecrets(env, platform), ...variables}, windowsHide: true};
    if (!isWindows) return spawn('/bin/sh', ['-c', command], {...options, detached: true});
    const cmd = systemProgram('cmd.exe', env);
    return spawn(cmd, ['/d', '/s', '/c', `"${command}"`], {...options, windowsVerbatimArguments: true});
  }

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
        const child = start(command, options.variables);
        forwardLines(child, options);
        // It may end without reading its input.
        child.stdin?.on('error', () => {});
        child.stdin?.end(options.input);
        let problem: string | undefined;
        const stop = (why: string) => {
          problem ??= why;
          kill(child);
        };
        const timer = setTimeout(() => stop(`did not end within ${options.timeoutMs / 1000} s`), options.timeoutMs);
        const abort = () => stop('was interrupted');
        options.signal.addEventListener('abort', abort, {once: true});
        const finish = (why?: string) => {
          clearTimeout(timer);
          options.signal.removeEventListener('abort', abort);
          resolve({problem: problem ?? why});
        };
        child.once('error', ({message}) => finish(`could not be started: ${message}`));
        // Once its children have closed what they inherited, too.
        child.once('close', (code, by) => finish(code === 0 ? undefined : `ended with ${by ?? `exit code ${code}`}`));
        if (options.signal.aborted) abort();
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
