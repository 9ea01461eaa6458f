import type {StoreVersion} from '../model/version.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {segment} from './query.ts';
import {readVersion, viewCommand} from './read-version.ts';
import {resolveVersion, writtenId} from './reference.ts';
import {answered, beforeWrite, settled} from './settle.ts';
import {PATH, TYPE} from './wire.ts';
import type {VersionChanges, Written} from './writes.ts';

export async function updateVersion(
  client: Client,
  version: string,
  changes: VersionChanges,
  signal?: AbortSignal,
): Promise<Written & {version: StoreVersion}> {
  client.willWrite('PATCH', PATH.version(writtenId(version)));
  const id = await beforeWrite(() => resolveVersion(client, version, signal));
  const body = {data: {type: TYPE.version, id, attributes: changes}};
  const write = async () => {
    const answer = await client.write('PATCH', PATH.version(segment(id)), body, signal);
    return {version: answered(() => toVersion(parseSingle(answer).data))};
  };
  return settled<{version: StoreVersion}>(
    write,
    {
      what: `update version ${id}`,
      check: viewCommand(id),
      async read(again) {
        const now = await readVersion(client, id, again);
        const old = differences(now, changes);
        if (old.length === 0) return {done: true, found: 'it has all of the changes', result: {version: now}};
        return {done: false, found: `it still has its old ${old.join(', ')}`};
      },
    },
    signal,
  );
}

/** In words, which of the changes a version does not show. Dates count as moments, an absent text as an empty one. */
function differences(version: StoreVersion, changes: VersionChanges): string[] {
  const moment = (date: string | undefined) => Date.parse(date ?? '');
  const given = (Object.keys(changes) as (keyof VersionChanges)[]).filter((name) => changes[name] !== undefined);
  const open = given.filter((name) =>
    name === 'earliestReleaseDate'
      ? moment(version[name]) !== moment(changes[name])
      : (version[name] ?? '') !== (changes[name] ?? ''),
  );
  return open.map((name) => WORDS[name]);
}

const WORDS: Record<keyof VersionChanges, string> = {
  versionString: 'version string',
  copyright: 'copyright',
  releaseType: 'release type',
  earliestReleaseDate: 'earliest release date',
};
