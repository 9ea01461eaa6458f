import {judgeReleased} from '../model/recovery.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {readVersion, requireState, viewCommand} from './read-version.ts';
import {resolveVersion} from './reference.ts';
import {answered, beforeWrite, settled} from './settle.ts';
import type {Written} from './store.ts';
import {PATH, RELEASE_REQUEST_VERSION, TYPE, VERSION_REL} from './wire.ts';

export async function releaseVersion(
  client: Client,
  version: string,
  signal?: AbortSignal,
): Promise<Written & {versionId: string; releaseRequestId: string; isPhased?: boolean}> {
  client.willWrite('POST', PATH.releaseRequests);
  const id = await beforeWrite(() => resolveVersion(client, version, signal));
  const include = [VERSION_REL.phasedRelease];
  const {phasedRelease} = await requireState(client, id, {trait: 'releasable', done: 'released', include}, signal);
  const isPhased = phasedRelease !== undefined;
  const body = {
    data: {
      type: TYPE.releaseRequest,
      relationships: {[RELEASE_REQUEST_VERSION]: {data: {type: TYPE.version, id}}},
    },
  };
  const write = async () => {
    const answer = await client.write('POST', PATH.releaseRequests, body, signal);
    return {versionId: id, isPhased, releaseRequestId: answered(() => parseSingle(answer).data.id)};
  };
  return settled(
    write,
    {
      what: `release version ${id}`,
      check: viewCommand(id),
      async read(again) {
        // By this request or another: its ID is lost, so there is no result.
        return judgeReleased((await readVersion(client, id, again)).state);
      },
    },
    signal,
  );
}
