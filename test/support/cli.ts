import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {holdAgainstSchema} from './held-schema.ts';

/** The built command, as a user's shell starts it. */
export const CLI = resolve('dist/cli.js');

export interface CliOptions {
  /** Another build of it. */
  cli?: string;
  /** Words for node itself. */
  node?: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  uid?: number;
  /** That of the same number as `uid` when absent. */
  gid?: number;
  /** Octal, e.g. `077`. */
  umask?: string;
}

export interface CliOutcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Starts the command with nothing in its environment but what is given. */
export function startCli(
  argv: readonly string[],
  {cli = CLI, node = [], env, cwd, uid, gid = uid, umask}: CliOptions = {},
): ChildProcess {
  if (!existsSync(cli)) throw new Error('there is no dist/cli.js: build first');
  const [command, ...words] = umask
    ? ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh', process.execPath, ...node, cli, ...argv]
    : [process.execPath, ...node, cli, ...argv];
  return spawn(command ?? '', words, {
    env: {PATH: process.env.PATH ?? '', ...env},
    cwd,
    uid,
    gid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits for the end of a command. */
export function outcomeOf(child: ChildProcess): Promise<CliOutcome> {
  return new Promise((done, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => done({code, signal, stdout, stderr}));
  });
}

export async function runCli(argv: readonly string[], options: CliOptions = {}): Promise<CliOutcome> {
  const outcome = await outcomeOf(startCli(argv, options));
  holdAgainstSchema(argv, options.env ?? {}, outcome);
  return outcome;
}
