import {type ChildProcess, spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {holdAgainstSchema} from './held-schema.ts';

/** The built command for Node, at the path that a user's shell starts. */
export const CLI = resolve('dist/cli.js');

/** The executable to test instead of the build for Node, if TOOL_UNDER_TEST names one. */
export const EXECUTABLE = process.env.TOOL_UNDER_TEST && resolve(process.env.TOOL_UNDER_TEST);

export const [PROGRAM, ...FIRST_WORDS] = EXECUTABLE ? [EXECUTABLE] : [process.execPath, CLI];

/** The command as one string, for scripts that run it as an unquoted `$TOOL` or with `eval`. */
export const COMMAND = [PROGRAM, ...FIRST_WORDS].join(' ');

/** Returns an environment in which both the build for Node and the executable run these files first. */
export const preloading = (...files: string[]) => ({
  NODE_OPTIONS: files.map((file) => `--require=${file}`).join(' '),
  BUN_OPTIONS: files.map((file) => `--preload ${file}`).join(' '),
});

/** A file to preload so that a run waits for the keychain and for locks without a time limit. */
export const PATIENT = resolve('test/support/patient.cjs');

export interface CliOptions {
  /** The path of another build for Node. */
  cli?: string;
  /** Arguments for node itself. */
  node?: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  uid?: number;
  /** Defaults to the value of `uid`. */
  gid?: number;
  /** An octal number, e.g. `077`. */
  umask?: string;
  /** With `pipe`, the test writes to stdin. */
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

/** Waits until a command has ended, and returns its output and exit code. */
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
