import {judgeUpdated} from '../model/recovery.ts';
import type {StoreVersion} from '../model/version.ts';
import type {Client} from './client.ts';
import {confirmWrite} from './confirm-write.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {resolveVersion, writtenId} from './reference.ts';
import {segment} from './request.ts';
import type {VersionChanges, Written} from './store.ts';
import {getVersion, viewCommand} from './versions.ts';
import {PATH, TYPE} from './wire.ts';

export async function updateVersion(
  client: Client,
  reference: string,
  changes: VersionChanges,
): Promise<Written & {version: StoreVersion}> {
  client.assertWritable('PATCH', PATH.version(writtenId(reference)));
  const id = await resolveVersion(client, reference);
  return confirmWrite(client, {
    request: ['PATCH', PATH.version(segment(id)), {data: {type: TYPE.version, id, attributes: changes}}],
    toResult: toWritten,
    what: `update version ${id}`,
    check: viewCommand(id),
    async read(reader) {
      const {version} = await getVersion(reader, id);
      return {...judgeUpdated(version, changes), result: {version}};
    },
  });
}

export function toWritten(answer: string): {version: StoreVersion} {
  return {version: toVersion(parseSingle(answer).data)};
}
