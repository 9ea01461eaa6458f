import {join} from 'node:path';
import {isId, isObject, isTrue, parsedJson} from '../../services/model/values.ts';
import type {Files, Host} from '../../services/ports.ts';
import type {AppIds} from '../../services/store/client.ts';
import type {Session} from './session.ts';

const MOST = 20;
const FILE = 'recent-apps.json';
const IDS = 'app-ids.json';
const MOST_IDS = 200;

async function directoryOf(session: Session, {env}: Host): Promise<string> {
  if (!session.globals.sandbox && isTrue(env.TOOL_NO_PROFILE)) throw new Error('TOOL_NO_PROFILE');
  return (await session.credentials()).toolDirectory();
}

/** Undefined if the folder does not exist, or belongs to another user, as under `su` with their HOME. */
async function ownDirectory(session: Session, host: Host): Promise<string | undefined> {
  const directory = await directoryOf(session, host);
  const found = await host.files.stat(directory);
  return found?.kind === 'directory' && (!host.user || found.uid === host.user.uid) ? directory : undefined;
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
    const directory = await ownDirectory(session, host);
    if (directory === undefined) return;
    await files.writeAtomic(join(directory, FILE), `${JSON.stringify(ids.slice(0, MOST))}\n`, 0o600);
  } catch {}
}

/** App IDs by service and bundle ID. An ID never changes, so a later run asks for the app's versions at once. */
export function keptAppIds(session: Session, host: Host, origin: string): AppIds {
  const {files} = host;
  const name = (bundleId: string) => `${origin} ${bundleId}`;
  const read = async (directory: string): Promise<Record<string, unknown>> => {
    const bytes = await files.read(join(directory, IDS), {maxBytes: 100_000}).catch(() => undefined);
    const ids = parsedJson(new TextDecoder().decode(bytes));
    return isObject(ids) ? ids : {};
  };
  return {
    async get(bundleId) {
      const directory = await directoryOf(session, host).catch(() => undefined);
      const id = directory && (await read(directory))[name(bundleId)];
      return typeof id === 'string' && isId(id) ? id : undefined;
    },
    async keep(bundleId, id) {
      try {
        const directory = await ownDirectory(session, host);
        if (directory === undefined) return;
        const {[name(bundleId)]: before, ...others} = await read(directory);
        if (before === id) return;
        const ids = Object.fromEntries([[name(bundleId), id], ...Object.entries(others)].slice(0, MOST_IDS));
        await files.writeAtomic(join(directory, IDS), `${JSON.stringify(ids)}\n`, 0o600);
      } catch {}
    },
  };
}
