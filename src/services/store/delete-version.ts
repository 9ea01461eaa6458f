import {ToolError} from '../model/error.ts';
import {judgeDeleted} from '../model/recovery.ts';
import type {Client} from './client.ts';
import {confirmWrite} from './confirm-write.ts';
import {placeholderId, resolveVersion} from './reference.ts';
import {segment} from './request.ts';
import type {Written} from './store.ts';
import {getVersion, requireState, viewCommand} from './versions.ts';
import {PATH} from './wire.ts';

export async function deleteVersion(client: Client, reference: string): Promise<Written & {versionId: string}> {
  client.assertWritable('DELETE', PATH.version(placeholderId(reference)));
  const id = await resolveVersion(client, reference);
  await requireState(client, id, {trait: 'deletable', done: 'deleted'});
  return confirmWrite(client, {
    request: ['DELETE', PATH.version(segment(id))],
    result: {versionId: id},
    what: `delete version ${id}`,
    check: viewCommand(id),
    async read(reader) {
      const found = await getVersion(reader, id).catch((error) => {
        if (!(error instanceof ToolError && error.kind === 'not-found')) throw error;
      });
      return judgeDeleted(found?.version);
    },
  });
}
