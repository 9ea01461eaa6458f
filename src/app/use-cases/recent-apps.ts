import {join} from 'node:path';
import type {Files, Host} from '../../services/ports.ts';
import type {Session} from '../session.ts';

/** How many are remembered. */
const MOST = 20;

const FILE = 'recent-apps.json';

/** Beside the config in force; nothing is made for it: a directory that is not there stays so. */
async function directoryOf(session: Session): Promise<string> {
  return (await session.credentials()).ownDirectory();
}

/** IDs of the apps that were opened last, the last one first. What cannot be read counts as none. */
export async function readRecentApps(session: Session, {files}: Host): Promise<readonly string[]> {
  try {
    return await readRecentAppsIn(await directoryOf(session), files);
  } catch {
    return [];
  }
}

/** The same for the directory of a config. */
export async function readRecentAppsIn(directory: string, files: Files): Promise<readonly string[]> {
  try {
    const ids: unknown = JSON.parse(
      new TextDecoder().decode(await files.read(join(directory, FILE), {maxBytes: 10_000})),
    );
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Remembers the order for the next run; it is a convenience, so that a failure is nobody's concern. */
export async function keepRecentApps(ids: readonly string[], session: Session, {files}: Host): Promise<void> {
  try {
    const directory = await directoryOf(session);
    if ((await files.stat(directory))?.kind !== 'directory') return;
    await files.writeAtomic(join(directory, FILE), `${JSON.stringify(ids.slice(0, MOST))}\n`, 0o600);
  } catch {
    // Home is then in the order of names.
  }
}
