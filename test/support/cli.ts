import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {holdAgainstSchema} from './held-schema.ts';

/** The built command for Node, as a user's shell starts it. */
export const CLI = resolve('dist/cli.js');

/** The executable, where TOOL_UNDER_TEST names one: what is tested in place of the form for Node. */
export const EXECUTABLE = process.env.TOOL_UNDER_TEST && resolve(process.env.TOOL_UNDER_TEST);

export const [PROGRAM, ...FIRST_WORDS] = EXECUTABLE ? [EXECUTABLE] : [process.execPath, CLI];

/** The same for a shell, which `$TOOL` or `eval` reads. */
export const COMMAND = [PROGRAM, ...FIRST_WORDS].join(' ');

/** An environment in which either form runs these files first. */
export const preloading = (...files: string[]) => ({
  NODE_OPTIONS: files.map((file) => `--require=${file}`).join(' '),
  BUN_OPTIONS: files.map((file) => `--preload ${file}`).join(' '),
});

/** A file to preload: the run waits for the keychain and for a lock as long as they take. */
export const PATIENT = resolve('test/support/patient.cjs');

export interface CliOptions {
  /** Another build of the form for Node. */
  cli?: string;
  /** Words for node itself. */
  node?: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  uid?: number;
  /** Defaults to the same number as `uid`. */
  gid?: number;
  /** Octal, e.g. `077`. */
  umask?: string;
  /** `pipe`: written by the test. */
  stdin?: 'ignore' | 'pipe';
}

export interface CliOutcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Starts the command with only the given environment. */
export function startCli(
  argv: readonly string[],
  {cli, node = [], env, cwd, uid, gid = uid, umask, stdin = 'ignore'}: CliOptions = {},
): ChildProcess {
  const start = cli || node.length > 0 ? [process.execPath, ...node, cli ?? CLI] : [PROGRAM, ...FIRST_WORDS];
  const file = start.at(-1) ?? '';
  if (!existsSync(file)) throw new Error(`there is no ${file}: build first`);
  const [command = '', ...words] = umask ? ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh', ...start] : start;
  return spawn(command, [...words, ...argv], {
    env: {PATH: process.env.PATH ?? '', ...env},
    cwd,
    uid,
    gid,
    stdio: [stdin, 'pipe', 'pipe'],
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
