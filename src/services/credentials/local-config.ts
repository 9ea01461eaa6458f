import {dirname, join} from 'node:path';
import {ToolError} from '../model/error.ts';
import type {Files} from '../ports.ts';
import {notPlain, prepareDirectory} from './config-file.ts';
import type {CredentialDeps} from './deps.ts';
import type {Locations} from './locations.ts';
import {checkOwn, checkPlace} from './ownership.ts';
import {storageError} from './storage-error.ts';

/** The file that a command writes. @throws ToolError usage where there are no local configs */
export function targetOf({globalPath, localTarget}: Locations, local: boolean): string {
  if (!local) return globalPath;
  if (localTarget !== undefined) return localTarget;
  throw new ToolError('usage', 'does not go with --sandbox, whose config is its own', {facts: {flag: 'local'}});
}

/** Makes the folder of a config file that is about to be written; a local one gets its .gitignore. @throws ToolError storage */
export async function prepareTarget(
  path: string,
  local: boolean,
  globalPath: string,
  deps: CredentialDeps,
): Promise<void> {
  const {files} = deps;
  await checkOwn(globalPath, deps);
  if (!local) return prepareDirectory(files, path);
  await checkPlain(files, path);
  if (path !== globalPath) {
    const directory = dirname(path);
    for (const place of [dirname(directory), directory]) await checkPlace(place, deps);
  }
  await prepareDirectory(files, path);
  if (!(await isIgnored(files, path))) await writeGitignore(files, path);
}

const gitignoreOf = (path: string) => join(dirname(path), '.gitignore');

/** Whoever wrote the repository may have put a link there, or a pipe. @throws ToolError storage */
async function checkPlain(files: Files, path: string): Promise<void> {
  for (const [place, kind] of [
    [dirname(path), 'directory'],
    [gitignoreOf(path), 'file'],
  ] as const) {
    const stat = await files.lstat(place).catch(() => undefined);
    if (stat && stat.kind !== kind) throw notPlain(place, stat.kind, kind);
  }
}

async function readGitignore(files: Files, path: string): Promise<string> {
  return new TextDecoder().decode(await files.read(gitignoreOf(path), {maxBytes: 65_536, plain: true}));
}

/** Whether the .gitignore beside a local config keeps git from committing it: no later line takes that back. */
export async function isIgnored(files: Files, path: string): Promise<boolean> {
  const text = await readGitignore(files, path).catch(() => '');
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.lastIndexOf('*') > lines.findLastIndex((line) => line.startsWith('!'));
}

/** @throws ToolError storage */
export async function writeGitignore(files: Files, path: string): Promise<void> {
  await checkPlain(files, path);
  try {
    const old = (await files.lstat(gitignoreOf(path))) ? await readGitignore(files, path) : '';
    await files.writeAtomic(gitignoreOf(path), `${old}${old === '' || old.endsWith('\n') ? '' : '\n'}*\n`, 0o600);
  } catch (error) {
    throw storageError('write', gitignoreOf(path), error);
  }
}
