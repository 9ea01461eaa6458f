import type {ChildProcess} from 'node:child_process';
import {rmSync} from 'node:fs';
import {mkdtemp, readFile, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {shellWord} from '../model/shell-word.ts';
import type {EditedText, Editor, Env} from '../ports.ts';
import {startCommand, systemProgram} from './child-process.ts';

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
        const run = () => ended(startCommand(line, env, platform, {stdio: 'inherit'}), command, signal);
        const problem = await release(run);
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
  const named = `The editor '${command}'`;
  const hint = 'Set VISUAL or EDITOR to an installed editor, e.g. EDITOR=nano.';
  return new Promise<string | undefined>((resolve) => {
    child.once('error', ({message}) => resolve(`${named} could not be started: ${message}`));
    child.once('exit', (code, by) => {
      if (code === 0) resolve(undefined);
      else if (code !== null && NOT_STARTED.includes(code)) resolve(`${named} could not be started. ${hint}`);
      else resolve(`${named} ended with ${by ?? `code ${code}`}: the text is unchanged.`);
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
