import type {StoreVersion} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {listVersions} from './list-versions.ts';
import {toVersion} from './mapping.ts';
import {answered, beforeWrite, settled} from './settle.ts';
import type {VersionDraft, Written} from './store.ts';
import {PATH, TYPE} from './wire.ts';

/** A version found after a lost answer counts as ours when it was made no longer ago than this (ms), clocks differing. */
const RECENT = 10 * 60_000;

export async function createVersion(
  client: Client,
  {app, versionString, platform, ...attributes}: VersionDraft,
  signal?: AbortSignal,
): Promise<Written & {version: StoreVersion}> {
  client.willWrite('POST', PATH.versions);
  const {id: appId} = await beforeWrite(() => findApp(client, app, signal));
  const body = {
    data: {
      type: TYPE.version,
      attributes: {versionString, platform, ...attributes},
      relationships: {app: {data: {type: TYPE.app, id: appId}}},
    },
  };
  const name = `version ${versionString} for ${platform}`;
  const started = client.clock.now();
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
        const {items} = await listVersions(
          client,
          {app: appId, versions: [versionString], platforms: [platform]},
          again,
        );
        const version = items.find((item) => item.versionString === versionString);
        if (!version) return {done: false, found: `there is no ${name}`};
        const isOurs = Date.parse(version.createdDate ?? '') > started - RECENT;
        if (isOurs) return {done: true, found: `there is a ${name}`, result: {version}};
        return {done: false, found: `${name} (${version.id}) was there before`};
      },
    },
    signal,
  );
}
