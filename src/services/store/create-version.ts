import {ToolError} from '../model/error.ts';
import {judgeCreated} from '../model/recovery.ts';
import {stateIs} from '../model/states.ts';
import type {StoreVersion} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {confirmWrite} from './confirm-write.ts';
import type {CreatedVersion, VersionDraft} from './store.ts';
import {toWritten, updateVersion} from './update-version.ts';
import {stateName, versionConflict, versions} from './versions.ts';
import {PATH, TYPE} from './wire.ts';

export async function createVersion(client: Client, draft: VersionDraft): Promise<CreatedVersion> {
  client.assertWritable('POST', PATH.versions);
  const {id: appId} = await findApp(client, draft.app);
  const {ifExists = 'fail'} = draft;
  const existing = ifExists === 'fail' ? undefined : await findVersion(client, appId, draft);
  if (existing) return adoptExisting(client, existing, draft);
  try {
    return await postVersion(client, appId, draft);
  } catch (error) {
    // Another run may have created it in between.
    if (ifExists === 'fail' || !(error instanceof ToolError && error.kind === 'conflict')) throw error;
    const concurrent = await findVersion(client, appId, draft).catch(() => undefined);
    client.signal?.throwIfAborted();
    if (!concurrent) throw error;
    return adoptExisting(client, concurrent, draft);
  }
}

async function findVersion(
  client: Client,
  appId: string,
  {versionString, platform}: VersionDraft,
): Promise<StoreVersion | undefined> {
  const query = {app: appId, versions: [versionString], platforms: [platform], withAttributes: true};
  const items = await versions.all(client, query);
  return items.find((item) => item.versionString === versionString && item.platform === platform);
}

/** @throws ToolError conflict when it cannot be changed as requested */
async function adoptExisting(
  client: Client,
  version: StoreVersion,
  {app: _, versionString: __, platform: ___, ifExists, ...changes}: VersionDraft,
): Promise<CreatedVersion> {
  const isChanged = Object.values(changes).some((value) => value !== undefined);
  if (ifExists === 'skip' || !isChanged) return {version, existed: true};
  if (stateIs(version.state, 'editable')) return {...(await updateVersion(client, version.id, changes)), existed: true};
  const words = `already exists, in ${stateName(version.state)}, and can no longer be changed`;
  // Also after a POST refused for this reason.
  throw versionConflict(version, words).with({facts: {outcome: 'not-sent'}});
}

function postVersion(client: Client, appId: string, draft: VersionDraft): Promise<CreatedVersion> {
  const {app: _, ifExists: __, ...attributes} = draft;
  const {versionString, platform} = draft;
  const name = `version ${versionString} for ${platform}`;
  const relationships = {app: {data: {type: TYPE.app, id: appId}}};
  return confirmWrite(client, {
    request: ['POST', PATH.versions, {data: {type: TYPE.version, attributes, relationships}}],
    toResult: toWritten,
    what: `create ${name}`,
    check: {command: ['versions', 'list'], flags: {app: appId, version: versionString, platform}},
    async read(reader) {
      const version = await findVersion(reader, appId, draft);
      return {...judgeCreated(version, attributes, name), result: version && {version}};
    },
  });
}
