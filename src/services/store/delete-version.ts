import {ToolError} from '../model/error.ts';
import {judgeDeleted} from '../model/recovery.ts';
import type {Client} from './client.ts';
import {segment} from './query.ts';
import {readVersion, requireState, viewCommand} from './read-version.ts';
import {resolveVersion, writtenId} from './reference.ts';
import {beforeWrite, settled, withResult} from './settle.ts';
import type {Written} from './store.ts';
import {PATH} from './wire.ts';

export async function deleteVersion(
  client: Client,
  version: string,
  signal?: AbortSignal,
): Promise<Written & {versionId: string}> {
  client.willWrite('DELETE', PATH.version(writtenId(version)));
  const id = await beforeWrite(() => resolveVersion(client, version, signal));
  await requireState(client, id, {trait: 'deletable', done: 'deleted'}, signal);
  const write = async () => {
    await client.write('DELETE', PATH.version(segment(id)), undefined, signal);
    return {versionId: id};
  };
  return settled(
    write,
    {
      what: `delete version ${id}`,
      check: viewCommand(id),
      async read(again) {
        const now = await readVersion(client, id, again).catch((error) => {
          if (!(error instanceof ToolError && error.kind === 'not-found')) throw error;
        });
        return withResult(judgeDeleted(now || undefined), {versionId: id});
      },
    },
    signal,
  );
}
