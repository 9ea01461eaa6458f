import {dirname, join} from 'node:path';
import type {CredentialDeps} from './deps.ts';

/** Where config files are. All absolute. */
export interface Locations {
  globalPath: string;
  /** The local config in force, where one exists. */
  localPath?: string;
  /** The file that `--local` writes; undefined where local configs are not allowed. */
  localTarget?: string;
  /** The repository around the working directory. */
  repository?: string;
}

type Needs = Pick<CredentialDeps, 'files' | 'cwd' | 'home' | 'configDirectory' | 'localConfigAllowed'>;

/** Finds the local config by walking up to the root of the repository; outside of one, only the working directory counts. */
export async function locate({files, cwd, home, configDirectory, localConfigAllowed}: Needs): Promise<Locations> {
  const globalDirectory = configDirectory ?? join(home, '.tool');
  const globalPath = join(globalDirectory, 'config.json');
  if (!localConfigAllowed) return {globalPath};
  const ancestors = parents(cwd);
  const exists = async (path: string) => (await files.lstat(path).catch(() => undefined)) !== undefined;
  const gits = await Promise.all(ancestors.map((directory) => exists(join(directory, '.git'))));
  const rootIndex = gits.indexOf(true);
  const repository = ancestors[rootIndex];
  // In the home directory, ./.tool is the global one.
  const homes = [home, await files.realpath(home).catch(() => home)];
  const inFile = (directory: string) =>
    homes.includes(directory) && !configDirectory ? globalPath : join(directory, '.tool', 'config.json');
  const candidates = ancestors.slice(0, rootIndex + 1 || 1).map(inFile);
  const found = await Promise.all(candidates.map(exists));
  return {
    globalPath,
    localPath: candidates.find((path, index) => found[index] && path !== globalPath),
    localTarget: inFile(repository ?? cwd),
    repository,
  };
}

function parents(directory: string): string[] {
  const parent = dirname(directory);
  return parent === directory ? [directory] : [directory, ...parents(parent)];
}
