import {join} from 'node:path';
import {parseBoolean} from '../../services/model/values.ts';
import type {Files, Host} from '../../services/ports.ts';
import type {Session} from './session.ts';

/** How many are remembered. */
const MOST = 20;

const FILE = 'recent-apps.json';

/**
 * Beside the active config; nothing is made for it: a directory that is not there stays so.
 * @throws where nothing of the user's is to be read
 */
async function directoryOf(session: Session, {env}: Host): Promise<string> {
  if (!session.globals.sandbox && parseBoolean(env.TOOL_NO_PROFILE?.trim() ?? '')) throw new Error('TOOL_NO_PROFILE');
  return (await session.credentials()).ownDirectory();
}

/** IDs of the apps that were opened last, the last one first. What cannot be read counts as none. */
export async function readRecentApps(session: Session, host: Host): Promise<readonly string[]> {
  try {
    return await readRecentAppsIn(await directoryOf(session, host), host.files);
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
export async function keepRecentApps(ids: readonly string[], session: Session, host: Host): Promise<void> {
  const {files} = host;
  try {
    const directory = await directoryOf(session, host);
    if ((await files.stat(directory))?.kind !== 'directory') return;
    await files.writeAtomic(join(directory, FILE), `${JSON.stringify(ids.slice(0, MOST))}\n`, 0o600);
  } catch {
    // Home is then in the order of names.
  }
}
