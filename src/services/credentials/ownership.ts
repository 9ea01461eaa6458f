import {dirname} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {shellWord} from '../model/shell-word.ts';
import type {FileStat} from '../ports.ts';
import {globalPathOf} from './config.ts';
import type {CredentialDeps} from './credentials.ts';

export type Flaw = 'writable' | 'foreign';

export const FLAWS: Readonly<Record<Flaw, string>> = {
  writable: 'can be written by others',
  foreign: 'belongs to another user',
};

export const FILE_MODE = 0o600;
export const DIRECTORY_MODE = 0o700;

/** Undefined for what only root and the user can write; under sudo, also the user who called it. */
export function flawOf(
  {uid, gid, mode}: FileStat,
  {user, env}: Pick<CredentialDeps, 'user' | 'env'>,
): Flaw | undefined {
  if (!user) return undefined;
  // Anyone can set SUDO_UID: only root believes it.
  const caller = (name: string) => (user.uid === 0 && /^\d+$/.test(env[name] ?? '') ? Number(env[name]) : undefined);
  if (![0, user.uid, caller('SUDO_UID')].includes(uid)) return 'foreign';
  if ((mode & 0o002) !== 0) return 'writable';
  return (mode & 0o020) !== 0 && ![user.gid, caller('SUDO_GID')].includes(gid) ? 'writable' : undefined;
}

export function isLoose(stat: FileStat, platform: string): boolean {
  return platform !== 'win32' && (stat.mode & 0o077) !== 0;
}

export function chmodCommand(mode: number, path: string): string {
  return `chmod ${mode.toString(8)} ${shellWord(path)}`;
}

type Place = Pick<CredentialDeps, 'files' | 'home' | 'configDirectory' | 'user' | 'env'>;

export async function ownershipFlaws(deps: Place) {
  const {files} = deps;
  const globalPath = globalPathOf(deps);
  const checks = [
    // The folder may be a link into someone's dotfiles.
    {path: dirname(globalPath), statOf: files.stat, mode: DIRECTORY_MODE},
    {path: globalPath, statOf: files.lstat, mode: FILE_MODE},
  ];
  const found = await Promise.all(
    checks.map(async ({path, statOf, mode}) => {
      // The reader refuses links and unreadable files.
      const stat = await statOf(path).catch(() => undefined);
      const flaw = stat && stat.kind !== 'symlink' ? flawOf(stat, deps) : undefined;
      if (!flaw) return [];
      const remedy =
        flaw === 'foreign'
          ? 'Move it away, or make it your own.'
          : `If nobody has changed it: ${chmodCommand(mode, path)}.`;
      return [{path, flaw, mode, remedy}];
    }),
  );
  return found.flat();
}

export async function checkOwnership(deps: CredentialDeps): Promise<void> {
  const [first] = await ownershipFlaws(deps);
  if (!first) return;
  const {path, flaw, remedy} = first;
  const hint = `${remedy} Run 'tool auth doctor' for details.`;
  throw new ToolError('storage', `${cleanText(path)} ${FLAWS[flaw]}: nothing in it is used`, {hint});
}
