import {join} from 'node:path';
import {isId, isObject, isTrue, parsedJson} from '../../services/model/values.ts';
import type {Files, Host} from '../../services/ports.ts';
import type {AppIds} from '../../services/store/client.ts';
import {appOf} from '../flags/flags.ts';
import type {Session} from './session.ts';

const MOST = 20;
const FILE = 'recent-apps.json';
const IDS = 'app-ids.json';
const MOST_IDS = 200;

async function directoryOf(session: Session, {env}: Host): Promise<string> {
  if (!session.globals.sandbox && isTrue(env.TOOL_NO_PROFILE)) throw new Error('TOOL_NO_PROFILE');
  return (await session.credentials()).toolDirectory();
}

/** Returns undefined if the folder does not exist, or belongs to another user (`su` keeps HOME). */
async function ownDirectory(session: Session, host: Host): Promise<string | undefined> {
  const directory = await directoryOf(session, host);
  const found = await host.files.stat(directory);
  return found?.kind === 'directory' && (!host.user || found.uid === host.user.uid) ? directory : undefined;
}

/** @returns a function that puts an app first in the completions of `--app`. TOOL_APP_ID counts as used */
export function recentApps(session: Session, host: Host): (id: string) => Promise<void> {
  let ids = [appOf(host.env) ?? []].flat();
  const stored = directoryOf(session, host)
    .then((directory) => readRecentApps(directory, host.files))
    .catch(() => [])
    .then((before) => {
      ids = [...new Set([...ids, ...before])];
    });
  return async (id) => {
    if (ids[0] === id) return;
    ids = [...new Set([id, ...ids])];
    await stored;
    await keep(FILE, async () => ids.slice(0, MOST), session, host);
  };
}

export async function readRecentApps(directory: string, files: Files): Promise<readonly string[]> {
  const ids = await read(join(directory, FILE), files);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(0, MOST) : [];
}

async function read(path: string, files: Files): Promise<unknown> {
  const bytes = await files.read(path, {maxBytes: 100_000}).catch(() => undefined);
  return parsedJson(new TextDecoder().decode(bytes));
}

/** Writes a file that only saves a later request, or suggests apps for completion. A failure is therefore ignored. */
async function keep(
  name: string,
  valueFor: (path: string) => Promise<object | undefined>,
  session: Session,
  host: Host,
): Promise<void> {
  try {
    const directory = await ownDirectory(session, host);
    if (directory === undefined) return;
    const path = join(directory, name);
    const value = await valueFor(path);
    if (value) await host.files.writeAtomic(path, `${JSON.stringify(value)}\n`, 0o600);
  } catch {}
}

/** Keeps the IDs of apps, which never change, so that a later run reads an app's versions without looking up its ID. */
export function keptAppIds(session: Session, host: Host, origin: string): AppIds {
  const name = (bundleId: string) => `${origin} ${bundleId}`;
  const readIds = async (path: string): Promise<Record<string, unknown>> => {
    const ids = await read(path, host.files);
    return isObject(ids) ? ids : {};
  };
  return {
    async get(bundleId) {
      const directory = await directoryOf(session, host).catch(() => undefined);
      const id = directory && (await readIds(join(directory, IDS)))[name(bundleId)];
      return typeof id === 'string' && isId(id) ? id : undefined;
    },
    async keep(bundleId, id) {
      const withId = async (path: string) => {
        const {[name(bundleId)]: before, ...others} = await readIds(path);
        const entries = [[name(bundleId), id], ...Object.entries(others)].slice(0, MOST_IDS);
        return before === id ? undefined : Object.fromEntries(entries);
      };
      await keep(IDS, withId, session, host);
    },
  };
}
