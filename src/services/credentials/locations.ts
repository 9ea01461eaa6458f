import {dirname, join} from 'node:path';
import type {CredentialDeps} from './deps.ts';

/** Where config files are. All absolute. */
export interface Locations {
  globalPath: string;
  /** Local configs from the working directory up, the nearest first. Whether one may be used is trust.ts's to say. */
  localPaths: readonly string[];
  /** The file that `--local` writes; undefined where local configs are not allowed. */
  localTarget?: string;
  /** The repository around the working directory. */
  repository?: string;
}

export function globalPathOf({home, configDirectory}: Pick<CredentialDeps, 'home' | 'configDirectory'>): string {
  return join(configDirectory ?? join(home, '.tool'), 'config.json');
}

type Needs = Pick<CredentialDeps, 'files' | 'cwd' | 'home' | 'configDirectory' | 'localConfigAllowed'>;

/** Finds the local config by walking up to the root of the repository; outside of one, only the working directory counts. */
export async function locate({files, cwd, home, configDirectory, localConfigAllowed}: Needs): Promise<Locations> {
  const globalPath = globalPathOf({home, configDirectory});
  if (!localConfigAllowed) return {globalPath, localPaths: []};
  const ancestors = parents(cwd);
  const kindOf = async (path: string) => (await files.lstat(path).catch(() => undefined))?.kind;
  const gits = await Promise.all(ancestors.map((directory) => kindOf(join(directory, '.git'))));
  const rootIndex = gits.findIndex((kind) => kind !== undefined);
  const repository = ancestors[rootIndex];
  // In the home directory, ./.tool is the global one.
  const homes = [home, await files.realpath(home).catch(() => home)];
  const inFile = (directory: string) =>
    homes.includes(directory) && !configDirectory ? globalPath : join(directory, '.tool', 'config.json');
  const candidates = ancestors.slice(0, rootIndex + 1 || 1).map(inFile);
  const isPlain = async (path: string) =>
    path !== globalPath && (await kindOf(path)) === 'file' && (await kindOf(dirname(path))) === 'directory';
  const plain = await Promise.all(candidates.map(isPlain));
  return {
    globalPath,
    localPaths: candidates.filter((_, index) => plain[index]),
    localTarget: inFile(repository ?? cwd),
    repository,
  };
}

function parents(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...parents(parent)];
}
