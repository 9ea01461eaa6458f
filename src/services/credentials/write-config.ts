import {createHash} from 'node:crypto';
import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {messageOf, ToolError} from '../model/error.ts';
import type {Files} from '../ports.ts';
import {attempt, globalPathOf, keysDirectory, type Locations, locate, notPlain} from './config.ts';
import type {ConfigDocument} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {checkOwnership, DIRECTORY_MODE, FILE_MODE, FLAWS, flawOf} from './ownership.ts';

export function formatConfig(document: ConfigDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

export async function writeConfig(files: Files, path: string, content: string | Uint8Array): Promise<void> {
  await attempt('write', path, () => files.writeAtomic(path, content, FILE_MODE));
}

export function targetOf({globalPath, localTarget}: Locations, local: boolean): string {
  if (!local) return globalPath;
  if (localTarget !== undefined) return localTarget;
  throw new ToolError('usage', 'cannot be combined with --sandbox, which has its own config', {facts: {flag: 'local'}});
}

/** Creates the directory for a config file; a local one gets a .gitignore. */
export async function prepareTarget(path: string, local: boolean, deps: CredentialDeps): Promise<void> {
  const {files} = deps;
  const globalPath = globalPathOf(deps);
  await checkOwnership(globalPath, deps);
  if (!local) return prepareDirectory(files, path);
  await checkPlain(files, path);
  if (path !== globalPath) {
    const directory = dirname(path);
    for (const place of [dirname(directory), directory]) await checkPlace(place, deps);
  }
  await prepareDirectory(files, path);
  if (!(await isIgnored(files, path))) await writeGitignore(files, path);
}

export async function prepareDirectory(files: Files, path: string): Promise<void> {
  const directory = dirname(path);
  await attempt('create the directory', directory, async () => {
    const stat = await files.lstat(directory);
    if (stat?.kind === 'file') throw Object.assign(new Error('not a directory'), {code: 'ENOTDIR'});
    await files.makeDirectory(directory, DIRECTORY_MODE);
  });
}

async function checkPlace(path: string, deps: CredentialDeps): Promise<void> {
  const stat = await attempt('read', path, () => deps.files.lstat(path));
  const flaw = stat && flawOf(stat, deps);
  if (!flaw) return;
  throw new ToolError('storage', `${cleanText(path)} ${FLAWS[flaw]}: a local config in it would never be used`, {
    hint: 'Use a folder of your own, or leave out --local.',
  });
}

const gitignoreOf = (path: string) => join(dirname(path), '.gitignore');

/** The repository's author may have put a link or a pipe there. */
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

/** Whether the .gitignore beside a local config hides it from git: a later `!` line would undo that. */
export async function isIgnored(files: Files, path: string): Promise<boolean> {
  const text = await readGitignore(files, path).catch(() => '');
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.lastIndexOf('*') > lines.findLastIndex((line) => line.startsWith('!'));
}

export async function writeGitignore(files: Files, path: string): Promise<void> {
  await checkPlain(files, path);
  const gitignore = gitignoreOf(path);
  await attempt('write', gitignore, async () => {
    const old = (await files.lstat(gitignore)) ? await readGitignore(files, path) : '';
    await files.writeAtomic(gitignore, `${old}${old === '' || old.endsWith('\n') ? '' : '\n'}*\n`, FILE_MODE);
  });
}

function writable(locations: Locations): string[] {
  const {globalPath, localPaths, localTarget = globalPath} = locations;
  return [...new Set([globalPath, ...localPaths, localTarget, keysDirectory(locations)])];
}

export async function allLeftovers(files: Files, locations: Locations): Promise<string[]> {
  return (await Promise.all(writable(locations).map((path) => leftovers(files, path)))).flat();
}

/** `path` is a file, or a folder of files under one lock. */
async function leftovers(files: Files, path: string): Promise<string[]> {
  const inDirectory = await files.leftovers(dirname(path));
  return [...inDirectory.filter((file) => file.startsWith(`${path}.`)), ...(await files.leftovers(path))];
}

/** Locks everything that exists here, since what will be written is only known under lock, and `more`. */
export async function withAllLocks<T>(deps: CredentialDeps, work: () => Promise<T>, more: string[] = []): Promise<T> {
  const {files} = deps;
  const paths = writable(await locate(deps));
  const exists = await Promise.all(
    paths.map(
      async (path) =>
        (await files.lstat(path).catch(() => undefined)) !== undefined || (await leftovers(files, path)).length > 0,
    ),
  );
  return withLocks(deps, [...more, ...paths.filter((_, index) => exists[index])], work);
}

/** Also clears what interrupted writes left. The files' directories must exist. */
export async function withLocks<T>(deps: CredentialDeps, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const {files, signal} = deps;
  if (paths.length === 0) return work();
  const locks = await Promise.all([...new Set(paths)].map((path) => lockOf(path, deps)));
  // Always in the same order, so that two processes cannot deadlock.
  return locked(locks.sort((a, b) => (a.lock < b.lock ? -1 : 1)));

  async function locked([first, ...rest]: typeof locks): Promise<T> {
    if (first === undefined) return work();
    const {path, lock} = first;
    const alone = async () => {
      for (const file of await leftovers(files, path)) await files.remove(file).catch(() => {});
      return locked(rest);
    };
    return attempt('lock', path, () => files.withLock(lock, alone, signal));
  }
}

async function lockOf(path: string, deps: CredentialDeps): Promise<{path: string; lock: string}> {
  const {files} = deps;
  const globalPath = globalPathOf(deps);
  await checkOwnership(globalPath, deps);
  const locks = join(dirname(globalPath), 'locks');
  await attempt('create the directory', locks, () => files.makeDirectory(locks, DIRECTORY_MODE));
  const directory = await attempt('lock', path, () => files.realpath(dirname(path)));
  const real = join(directory, basename(path));
  return {path, lock: join(locks, createHash('sha256').update(real).digest('hex'))};
}

export type Step = <T>(work: () => Promise<T>, undo: () => Promise<unknown>) => Promise<T>;

/** Runs steps as one, rolling back in reverse. @throws the failure, with one more line where rolling back failed too */
export async function transaction<T>(work: (step: Step) => Promise<T>): Promise<T> {
  const undos: (() => Promise<unknown>)[] = [];
  try {
    return await work(async (step, undo) => {
      const result = await step();
      undos.unshift(undo);
      return result;
    });
  } catch (error) {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (const undo of undos) outcomes.push(...(await Promise.allSettled([undo()])));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failed || !(error instanceof ToolError)) throw error;
    throw error.with({line: `What was written before could not be undone: ${messageOf(failed.reason)}`});
  }
}

export function replaceFile(path: string, content: string, files: Files, step: Step, old?: Uint8Array): Promise<void> {
  return step(
    () => writeConfig(files, path, content),
    () => (old ? writeConfig(files, path, old) : files.remove(path)),
  );
}
