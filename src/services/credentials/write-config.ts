import {dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {messageOf, ToolError} from '../model/error.ts';
import type {Files} from '../ports.ts';
import {
  attempt,
  globalPathOf,
  keysDirectory,
  type Locations,
  locate,
  notPlain,
  readConfigBytes,
  trustedPathOf,
} from './config.ts';
import type {ConfigDocument} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {checkOwnership, DIRECTORY_MODE, FILE_MODE, FLAWS, flawOf} from './ownership.ts';

export const formatConfig = (document: ConfigDocument): string => `${JSON.stringify(document, null, 2)}\n`;

export async function writeConfig(
  files: Files,
  path: string,
  content: string | Uint8Array,
  seen: {bytes?: Uint8Array},
): Promise<void> {
  await attempt('write', path, () => files.writeAtomic(path, content, FILE_MODE, seen));
}

export function configPathOf({globalPath, localTarget}: Locations, local: boolean): string {
  if (!local) return globalPath;
  if (localTarget !== undefined) return localTarget;
  throw new ToolError('usage', 'cannot be combined with --sandbox, which has its own config', {facts: {flag: 'local'}});
}

export async function prepareFolder(path: string, local: boolean, deps: CredentialDeps): Promise<void> {
  const {files} = deps;
  await checkOwnership(deps);
  if (!local) return prepareDirectory(files, path);
  await checkPlain(files, path);
  const directory = dirname(path);
  for (const place of path === globalPathOf(deps) ? [] : [dirname(directory), directory]) {
    const stat = await attempt('read', place, () => files.lstat(place));
    const flaw = stat && flawOf(stat, deps);
    if (!flaw) continue;
    throw new ToolError('storage', `${cleanText(place)} ${FLAWS[flaw]}: a local config in it would never be used`, {
      hint: 'Use a folder of your own, or leave out --local.',
    });
  }
  await prepareDirectory(files, path);
  if (!(await isIgnored(files, path))) await writeGitignore(files, path);
}

export function prepareDirectory(files: Files, path: string): Promise<void> {
  const directory = dirname(path);
  return attempt('create the directory', directory, () => files.makeDirectory(directory, DIRECTORY_MODE));
}

const gitignoreOf = (path: string) => join(dirname(path), '.gitignore');

/** Refuses a link or a pipe that the repository's author may have put in place of `.tool` or its `.gitignore`. */
async function checkPlain(files: Files, path: string): Promise<void> {
  for (const [place, kind] of [
    [dirname(path), 'directory'],
    [gitignoreOf(path), 'file'],
  ] as const) {
    const stat = await files.lstat(place).catch(() => undefined);
    if (stat && stat.kind !== kind) throw notPlain(place, stat.kind, kind === 'file' ? 'regular file' : kind);
  }
}

async function readGitignore(files: Files, path: string): Promise<string> {
  return new TextDecoder().decode(await files.read(gitignoreOf(path), {maxBytes: 65_536, plain: true}));
}

export async function isIgnored(files: Files, path: string): Promise<boolean> {
  const text = await readGitignore(files, path).catch(() => '');
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.lastIndexOf('*') > lines.findLastIndex((line) => line.startsWith('!'));
}

async function writeGitignore(files: Files, path: string): Promise<void> {
  const gitignore = gitignoreOf(path);
  await attempt('write', gitignore, async () => {
    const old = (await files.lstat(gitignore)) ? await readGitignore(files, path) : '';
    await files.writeAtomic(gitignore, `${old}${old === '' || old.endsWith('\n') ? '' : '\n'}*\n`, FILE_MODE);
  });
}

async function leftovers(deps: CredentialDeps): Promise<string[]> {
  const locations = await locate(deps);
  const {globalPath, localPaths, localTarget = globalPath} = locations;
  const keys = keysDirectory(locations);
  const paths = new Set([globalPath, ...localPaths, localTarget, trustedPathOf(globalPath), keys]);
  const beside = async (path: string) =>
    (await deps.files.leftovers(dirname(path))).filter((file) => file.startsWith(`${path}.`));
  return (await Promise.all([...[...paths].map(beside), deps.files.leftovers(keys)])).flat();
}

/** Runs the work under the lock, and again if a file changes while the run is suspended and so loses the lock. */
export async function withLock<T>(deps: CredentialDeps, work: () => Promise<T>, attempts = 3): Promise<T> {
  const {files, signal} = deps;
  const globalPath = globalPathOf(deps);
  await checkOwnership(deps);
  const lock = join(dirname(globalPath), 'locks', 'credentials');
  await prepareDirectory(files, lock);
  const alone = async () => {
    for (const file of await leftovers(deps)) await files.remove(file).catch(() => {});
    return work();
  };
  try {
    return await attempt('lock', globalPath, () => files.withLock(lock, alone, signal));
  } catch (error) {
    if (attempts > 1 && hasChanged(error)) return withLock(deps, work, attempts - 1);
    throw error;
  }
}

function hasChanged(error: unknown): boolean {
  const {cause} = error instanceof ToolError ? error : {};
  return cause instanceof Error && 'code' in cause && cause.code === 'ECHANGED';
}

type Step = <T>(work: () => Promise<T>, undo: () => Promise<unknown>) => Promise<T>;

export interface Transaction {
  deps: CredentialDeps;
  step: Step;
}

export async function transaction<T>(work: (step: Step) => Promise<T>): Promise<T> {
  const undos: (() => Promise<unknown>)[] = [];
  try {
    return await work((step, undo) => {
      undos.unshift(undo);
      return step();
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
    () => writeConfig(files, path, content, {bytes: old}),
    async () => {
      const bytes = await readConfigBytes(files, path);
      if (!bytes || !Buffer.from(content).equals(bytes)) return;
      await (old ? writeConfig(files, path, old, {bytes}) : files.remove(path));
    },
  );
}
