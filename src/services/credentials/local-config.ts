import {dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {Files} from '../ports.ts';
import {prepareDirectory} from './config-file.ts';
import type {Locations} from './locations.ts';
import {storageError} from './storage-error.ts';

/** The file that a command writes. @throws ToolError usage where there are no local configs */
export function targetOf({globalPath, localTarget}: Locations, local: boolean): string {
  if (!local) return globalPath;
  if (localTarget !== undefined) return localTarget;
  throw new ToolError('usage', 'does not go with --sandbox, whose config is its own', {facts: {flag: 'local'}});
}

/** Makes `.tool` and its .gitignore. @throws ToolError storage */
export async function prepareLocal(files: Files, path: string): Promise<void> {
  const directory = dirname(path);
  // Whoever wrote the repository may have put a link there that leads out of it.
  if ((await files.lstat(directory).catch(() => undefined))?.kind === 'symlink') {
    throw new ToolError('storage', `${cleanText(directory)} is a symbolic link, not a directory`);
  }
  await prepareDirectory(files, path);
  if (!(await isIgnored(files, path))) await writeGitignore(files, path);
}

const gitignoreOf = (path: string) => join(dirname(path), '.gitignore');

async function readGitignore(files: Files, path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await files.read(gitignoreOf(path), {maxBytes: 65_536}));
  } catch {
    return '';
  }
}

/** Whether the .gitignore beside a local config keeps git from committing it. */
export async function isIgnored(files: Files, path: string): Promise<boolean> {
  return (await readGitignore(files, path)).split(/\r?\n/).some((line) => line.trim() === '*');
}

export async function writeGitignore(files: Files, path: string): Promise<void> {
  const old = await readGitignore(files, path);
  try {
    await files.writeAtomic(gitignoreOf(path), `${old}${old === '' || old.endsWith('\n') ? '' : '\n'}*\n`, 0o600);
  } catch (error) {
    throw storageError('write', gitignoreOf(path), error);
  }
}
