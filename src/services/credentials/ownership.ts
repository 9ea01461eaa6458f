import {dirname} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {shellWord} from '../model/shell-word.ts';
import type {FileStat} from '../ports.ts';
import type {CredentialDeps} from './deps.ts';
import {storageError} from './storage-error.ts';

/** How someone else may have had a hand in what a file holds. */
export type Flaw = 'writable' | 'foreign';

export const FLAWS: Readonly<Record<Flaw, string>> = {
  writable: 'can be written by others',
  foreign: 'belongs to another user',
};

type Needs = Pick<CredentialDeps, 'files' | 'user' | 'env'>;

/** Undefined for what only the user (under sudo: also the one who called it) and root can write. */
export function flawOf({uid, gid, mode}: FileStat, {user, env}: Omit<Needs, 'files'>): Flaw | undefined {
  if (!user) return undefined;
  // Only root may say for whom it works.
  const caller = (name: string) => (user.uid === 0 && /^\d+$/.test(env[name] ?? '') ? Number(env[name]) : undefined);
  if (![0, user.uid, caller('SUDO_UID')].includes(uid)) return 'foreign';
  if ((mode & 0o002) !== 0) return 'writable';
  return (mode & 0o020) !== 0 && ![user.gid, caller('SUDO_GID')].includes(gid) ? 'writable' : undefined;
}

/** Whether a person may take it from others: not from a folder that is meant for all, as /tmp, or that is root's. */
export function isClosable({uid, mode}: FileStat, {user}: Pick<Needs, 'user'>): boolean {
  return (mode & 0o1000) === 0 && (user?.uid === 0 || user?.uid === uid);
}

/** A flaw of the folder of the tool's own files, or of the config file in it. */
export interface OwnFlaw {
  path: string;
  flaw: Flaw;
  stat: FileStat;
}

/** Looks at nothing but the owners and modes. */
export async function flawsOfOwn(globalPath: string, deps: Needs): Promise<OwnFlaw[]> {
  const {files} = deps;
  const looks = [
    // The folder may be a link to where a person keeps such things.
    {path: dirname(globalPath), look: files.stat},
    {path: globalPath, look: files.lstat},
  ];
  const found = await Promise.all(
    looks.map(async ({path, look}): Promise<OwnFlaw[]> => {
      // What cannot be looked at, or is a link, is the reader's to refuse.
      const stat = await look(path).catch(() => undefined);
      const flaw = stat && stat.kind !== 'symlink' ? flawOf(stat, deps) : undefined;
      return stat && flaw ? [{path, flaw, stat}] : [];
    }),
  );
  return found.flat();
}

/** @throws ToolError storage when someone else could have written what the tool would take for the user's own */
export async function checkOwn(globalPath: string, deps: Needs): Promise<void> {
  const [first] = await flawsOfOwn(globalPath, deps);
  if (!first) return;
  throw new ToolError('storage', `${cleanText(first.path)} ${FLAWS[first.flaw]}: nothing in it is used`, {
    hint: `${remedyOf(first)} 'tool auth doctor' says more.`,
  });
}

/** What a person does about it, as a sentence. */
export function remedyOf({path, flaw, stat}: OwnFlaw): string {
  if (flaw === 'foreign') return 'Move it away, or make it your own.';
  const mode = stat.kind === 'directory' ? '700' : '600';
  return `If nobody has changed it: chmod ${mode} ${shellWord(path)}.`;
}

/** A folder in which a local config could never be used. @throws ToolError storage */
export async function checkPlace(path: string, deps: Needs): Promise<void> {
  let stat: FileStat | undefined;
  try {
    stat = await deps.files.lstat(path);
  } catch (error) {
    throw storageError('read', path, error);
  }
  const flaw = stat && flawOf(stat, deps);
  if (!flaw) return;
  throw new ToolError('storage', `${cleanText(path)} ${FLAWS[flaw]}: a local config in it would never be used`, {
    hint: 'Use a folder of your own, or leave out --local.',
  });
}
