import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {judgeCreated} from '../model/recovery.ts';
import {stateIs} from '../model/states.ts';
import type {StoreVersion} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {allVersions} from './list-versions.ts';
import {toVersion} from './mapping.ts';
import {viewCommand} from './read-version.ts';
import {answered, beforeWrite, settled, withResult} from './settle.ts';
import type {CreatedVersion, VersionDraft} from './store.ts';
import {updateVersion} from './update-version.ts';
import {PATH, TYPE} from './wire.ts';

/** Makes a version, or takes the one that is there, as `ifExists` says. */
export async function createVersion(
  client: Client,
  draft: VersionDraft,
  signal?: AbortSignal,
): Promise<CreatedVersion> {
  client.willWrite('POST', PATH.versions);
  const {id: appId} = await beforeWrite(() => findApp(client, draft.app, signal));
  const {ifExists = 'fail'} = draft;
  const find = () => beforeWrite(() => findVersion(client, appId, draft, signal));
  const there = ifExists === 'fail' ? undefined : await find();
  if (there) return takeExisting(client, there, draft, signal);
  try {
    return await makeVersion(client, appId, draft, signal);
  } catch (error) {
    // Another run may have made it in between.
    if (ifExists === 'fail' || !(error instanceof ToolError && error.kind === 'conflict')) throw error;
    const since = await find().catch(() => undefined);
    signal?.throwIfAborted();
    if (!since) throw error;
    return takeExisting(client, since, draft, signal);
  }
}

async function findVersion(
  client: Client,
  appId: string,
  {versionString, platform}: VersionDraft,
  signal?: AbortSignal,
): Promise<StoreVersion | undefined> {
  const query = {app: appId, versions: [versionString], platforms: [platform], withAttributes: true};
  const items = await allVersions(client, query, signal);
  return items.find((item) => item.versionString === versionString && item.platform === platform);
}

/** @throws ToolError conflict when it is to be changed and cannot be */
async function takeExisting(
  client: Client,
  version: StoreVersion,
  {ifExists, copyright, releaseType, earliestReleaseDate}: VersionDraft,
  signal?: AbortSignal,
): Promise<CreatedVersion> {
  const changes = {copyright, releaseType, earliestReleaseDate};
  const isChanged = Object.values(changes).some((value) => value !== undefined);
  if (ifExists === 'skip' || !isChanged) return {version, existed: true};
  if (stateIs(version.state, 'editable'))
    return {...(await updateVersion(client, version.id, changes, signal)), existed: true};
  const [name, state] = [version.versionString ?? version.id, version.state ?? 'no known state'].map(cleanText);
  throw new ToolError('conflict', `Version ${name} is there already, in ${state}: it cannot be changed any more`, {
    facts: {outcome: 'not-sent', check: viewCommand(version.id)},
  });
}

function makeVersion(
  client: Client,
  appId: string,
  draft: VersionDraft,
  signal?: AbortSignal,
): Promise<CreatedVersion> {
  const {app: _, ifExists: __, ...attributes} = draft;
  const {versionString, platform} = draft;
  const body = {
    data: {type: TYPE.version, attributes, relationships: {app: {data: {type: TYPE.app, id: appId}}}},
  };
  const name = `version ${versionString} for ${platform}`;
  const write = async () => {
    const answer = await client.write('POST', PATH.versions, body, signal);
    return {version: answered(() => toVersion(parseSingle(answer).data))};
  };
  return settled<{version: StoreVersion}>(
    write,
    {
      what: `create ${name}`,
      check: {command: ['versions', 'list'], flags: {app: appId, version: versionString, platform}},
      async read(again) {
        const version = await findVersion(client, appId, draft, again);
        return withResult(judgeCreated(version, attributes, name), version && {version});
      },
    },
    signal,
  );
}
