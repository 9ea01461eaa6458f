import {join} from 'node:path';
import {isTrue, parsedJson} from '../../services/model/values.ts';
import type {Files, Host} from '../../services/ports.ts';
import type {Session} from './session.ts';

const MOST = 20;
const FILE = 'recent-apps.json';

/** Does not create the folder. @throws with TOOL_NO_PROFILE */
async function directoryOf(session: Session, {env}: Host): Promise<string> {
  if (!session.globals.sandbox && isTrue(env.TOOL_NO_PROFILE)) throw new Error('TOOL_NO_PROFILE');
  return (await session.credentials()).toolDirectory();
}

export async function readRecentApps(session: Session, host: Host): Promise<readonly string[]> {
  const directory = await directoryOf(session, host).catch(() => undefined);
  return directory === undefined ? [] : readRecentAppsIn(directory, host.files);
}

export async function readRecentAppsIn(directory: string, files: Files): Promise<readonly string[]> {
  const bytes = await files.read(join(directory, FILE), {maxBytes: 10_000}).catch(() => undefined);
  const ids = parsedJson(new TextDecoder().decode(bytes));
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, MOST) : [];
}

export async function keepRecentApps(ids: readonly string[], session: Session, host: Host): Promise<void> {
  const {files} = host;
  try {
    const directory = await directoryOf(session, host);
    if ((await files.stat(directory))?.kind !== 'directory') return;
    await files.writeAtomic(join(directory, FILE), `${JSON.stringify(ids.slice(0, MOST))}\n`, 0o600);
  } catch {
    // Home falls back to sorting by name.
  }
}
