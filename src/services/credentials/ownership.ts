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

export function flawOf(
  {uid, gid, mode}: FileStat,
  {user, env}: Pick<CredentialDeps, 'user' | 'env'>,
): Flaw | undefined {
  if (!user) return undefined;
  // Anyone can set SUDO_UID and SUDO_GID, so they count only for root.
  const caller = (name: string) => (user.uid === 0 && /^\d+$/.test(env[name] ?? '') ? Number(env[name]) : undefined);
  if (![0, user.uid, caller('SUDO_UID')].includes(uid)) return 'foreign';
  if ((mode & 0o002) !== 0) return 'writable';
  return (mode & 0o020) !== 0 && ![user.gid, caller('SUDO_GID')].includes(gid) ? 'writable' : undefined;
}

export const isLoose = ({mode}: FileStat, platform: string) => platform !== 'win32' && (mode & 0o077) !== 0;

/** Returns whether the mode can be changed, which is impossible on a read-only file system such as a mounted secret. */
export async function canChmod(path: string, {uid}: FileStat, {files, user}: OwnershipDeps): Promise<boolean> {
  const isOwner = !user || user.uid === 0 || user.uid === uid;
  return isOwner && !(await files.isReadOnly(path).catch(() => false));
}

function ownRemedy({uid}: FileStat, {user}: OwnershipDeps): string {
  if (user?.uid === 0) return 'Move it away, or make it your own.';
  const instead = 'set HOME to a folder of your own, or set the TOOL_ variables of a credential and TOOL_NO_PROFILE=1';
  return `Run tool as its owner (in a container: --user ${uid}), ${instead}.`;
}

export const chmodCommand = (mode: number, path: string) => `chmod ${mode.toString(8)} ${shellWord(path)}`;

type OwnershipDeps = Pick<CredentialDeps, 'files' | 'home' | 'configDirectory' | 'user' | 'env'>;

export async function ownershipFlaws(deps: OwnershipDeps) {
  const {files} = deps;
  const globalPath = globalPathOf(deps);
  const checks = [
    {path: dirname(globalPath), statOf: files.stat, mode: DIRECTORY_MODE},
    {path: globalPath, statOf: files.lstat, mode: FILE_MODE},
  ];
  const found = await Promise.all(
    checks.map(async ({path, statOf, mode}) => {
      const stat = await statOf(path).catch(() => undefined);
      const flaw = stat && stat.kind !== 'symbolic link' ? flawOf(stat, deps) : undefined;
      if (!stat || !flaw) return [];
      const isOwn = flaw === 'writable' && (await canChmod(path, stat, deps));
      const remedy = isOwn ? `If nobody has changed it: ${chmodCommand(mode, path)}.` : ownRemedy(stat, deps);
      return [{path, flaw, mode, remedy, isRepairable: isOwn}];
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
