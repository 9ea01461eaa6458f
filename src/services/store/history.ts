import {type HistoryEntry, historyOf} from '../model/history.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {withPhased} from './read-version.ts';
import {resolveVersion} from './reference.ts';
import {listSubmissions} from './submissions.ts';
import {fields, PATH, TYPE, VERSION_REL} from './wire.ts';

/** What happened to a version, oldest first, what has no date last. Two requests beside those of a reference. */
export async function versionHistory(client: Client, reference: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
  const id = await resolveVersion(client, reference, signal);
  const target = withQuery(PATH.version(segment(id)), {
    include: [VERSION_REL.app, VERSION_REL.phasedRelease],
    [fields(TYPE.app)]: 'bundleId',
  });
  const {data, included} = parseSingle(await client.get(target, signal));
  const version = await withPhased(client, toVersion(data, included), signal);
  const {appId, platform} = version;
  const submissions =
    appId === undefined ? [] : await listSubmissions(client, {appId, platform, withActors: true}, signal);
  return historyOf(version, submissions);
}
