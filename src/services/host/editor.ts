import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {messageOf} from '../model/error.ts';
import {shellWord} from '../model/shell-word.ts';
import type {Clock, EditedText, Editor, Env} from '../ports.ts';
import {startCommand, systemProgram} from './programs.ts';

interface EditorOptions {
  env: Env;
  platform: string;
  signal: AbortSignal;
  clock: Clock;
  release<T>(work: () => Promise<T>): Promise<T>;
}

const MAX_BYTES = 1024 * 1024;
const NOT_STARTED = [126, 127];
/** An editor that ends sooner, without a change, has probably handed the file to another process. */
const AT_ONCE_MS = 500;
const OWN_END_MS = 1000;

export function createEditor({env, platform, signal, clock, release}: EditorOptions): Editor {
  const isWindows = platform === 'win32';
  return {
    async edit(text, name) {
      const system = isWindows ? systemProgram('notepad.exe', env) : 'vi';
      const command = env.VISUAL?.trim() || env.EDITOR?.trim() || system;
      const directory = await mkdtemp(join(tmpdir(), 'tool-edit-'));
      const path = join(directory, name.replace(/[^\w.-]/g, '_'));
      const before = text === '' ? '' : `${text}\n`;
      await writeFile(path, before, {mode: 0o600, flag: 'wx'});
      // The command runs in a shell, as in git. With `exec`, signals reach the editor instead of the shell.
      const prefix = isWindows || /[=|&;<>()$`]/.test(command) ? '' : 'exec ';
      const line = `${prefix}${command} ${isWindows ? `"${path}"` : shellWord(path)}`;
      const start = clock.now();
      const run = () => ended(startCommand(line, env, platform, {stdio: 'inherit'}), command, {signal, clock});
      const failure = await release(run);
      const edited = await read(path);
      const remove = () => rm(directory, {recursive: true, force: true});
      const left = await readdir(directory).catch((): string[] => []);
      const isGone = !left.includes(basename(path));
      // Any other file may be a swap file with changes that were not saved.
      const isAlone = left.length <= (isGone ? 0 : 1);
      const isUnchanged = edited.text === before;
      const isSoon = isUnchanged && failure === undefined && clock.now() - start < AT_ONCE_MS;
      if (isAlone && !isSoon && (isUnchanged || isGone)) {
        await remove();
        const problem = failure ?? edited.problem;
        return problem === undefined ? {text} : {problem};
      }
      const nothing = isUnchanged ? 'The editor left other files beside the text, which is unchanged.' : undefined;
      return {
        text: isUnchanged ? undefined : edited.text,
        problem: failure ?? edited.problem ?? (isSoon ? mustWait(command) : nothing),
        kept: {path: isGone ? directory : path, remove},
      };
    },
  };
}

function mustWait(command: string): string {
  const hint = "The editor must wait until the file is closed, e.g. EDITOR='code --wait'.";
  return `The editor '${command}' returned at once, and nothing was changed. ${hint}`;
}

type EndOptions = Pick<EditorOptions, 'signal' | 'clock'>;

async function ended(child: ChildProcess, command: string, {signal, clock}: EndOptions): Promise<string | undefined> {
  const over = new AbortController();
  const kill = () => child.kill();
  const endIt = () => void clock.sleep(OWN_END_MS, over.signal).then(kill, () => {});
  if (signal.aborted) endIt();
  else signal.addEventListener('abort', endIt, {once: true});
  const named = `The editor '${command}'`;
  const hint = 'Set VISUAL or EDITOR to an installed editor, e.g. EDITOR=nano.';
  try {
    const [code, by] = await once(child, 'exit');
    if (code === 0) return undefined;
    if (NOT_STARTED.includes(code)) return `${named} could not be started. ${hint}`;
    return `${named} ended with ${by ?? `code ${code}`}.`;
  } catch (error) {
    return `${named} could not be started: ${messageOf(error)}`;
  } finally {
    over.abort();
    signal.removeEventListener('abort', endIt);
  }
}

async function read(path: string): Promise<EditedText> {
  try {
    if ((await stat(path)).size > MAX_BYTES) return {problem: 'The edited text is too long: more than 1 MiB.'};
    return {text: new TextDecoder('utf-8', {fatal: true}).decode(await readFile(path))};
  } catch (error) {
    const gone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return {problem: gone ? 'The editor removed the file.' : 'The edited text is not UTF-8.'};
  }
}
