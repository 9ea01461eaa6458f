import {judgeReleased} from '../model/recovery.ts';
import type {Client} from './client.ts';
import {confirmWrite, createdId} from './confirm-write.ts';
import {resolveVersion} from './reference.ts';
import type {ReleaseRequest, Written} from './store.ts';
import {readState, requireState, viewCommand} from './versions.ts';
import {PATH, RELEASE_REQUEST_VERSION, TYPE, VERSION_REL} from './wire.ts';

export async function releaseVersion(client: Client, reference: string): Promise<Written & ReleaseRequest> {
  client.assertWritable('POST', PATH.releaseRequests);
  const id = await resolveVersion(client, reference);
  const include = [VERSION_REL.phasedRelease];
  const {phasedRelease} = await requireState(client, id, {trait: 'releasable', done: 'released', include});
  const relationships = {[RELEASE_REQUEST_VERSION]: {data: {type: TYPE.version, id}}};
  return confirmWrite(client, {
    request: ['POST', PATH.releaseRequests, {data: {type: TYPE.releaseRequest, relationships}}],
    toResult: (answer) => ({
      versionId: id,
      isPhased: phasedRelease !== undefined,
      releaseRequestId: createdId(answer).id,
    }),
    what: `release version ${id}`,
    check: viewCommand(id),
    // Released by this request or another one: the ID is lost, so there is no result.
    read: async (reader) => judgeReleased(await readState(reader, id)),
  });
}
