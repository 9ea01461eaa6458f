import {judgeUpdated} from '../model/recovery.ts';
import type {StoreVersion} from '../model/version.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {segment} from './query.ts';
import {readVersion, viewCommand} from './read-version.ts';
import {resolveVersion, writtenId} from './reference.ts';
import {answered, beforeWrite, settled, withResult} from './settle.ts';
import type {VersionChanges, Written} from './store.ts';
import {PATH, TYPE} from './wire.ts';

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
        return withResult(judgeUpdated(now, changes), {version: now});
      },
    },
    signal,
  );
}
