import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {shellWord} from '../model/shell-word.ts';
import {stateIs, statesThatAre, type Trait} from '../model/states.ts';
import type {StoreVersion} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {parseLinkage, parseSingle} from './documents.ts';
import {listVersions} from './list-versions.ts';
import {toVersion} from './mapping.ts';
import {segment} from './query.ts';
import {settled} from './settle.ts';
import type {Store, VersionChanges} from './store.ts';
import {PATH, RELEASE_REQUEST_VERSION, TYPE} from './wire.ts';

/** A version found after a lost answer counts as ours when it was made no longer ago than this (ms), clocks differing. */
const RECENT = 10 * 60_000;

const view = (id: string) => `tool versions view --version-id ${id}`;

async function readVersion(client: Client, id: string, signal?: AbortSignal): Promise<StoreVersion> {
  return toVersion(parseSingle(await client.get(PATH.version(segment(id)), signal)).data);
}

export const createVersion =
  (client: Client): Store['createVersion'] =>
  async ({app, versionString, platform, ...attributes}, signal) => {
    const {id: appId} = await findApp(client, app, signal);
    const body = {
      data: {
        type: TYPE.version,
        attributes: {versionString, platform, ...attributes},
        relationships: {app: {data: {type: TYPE.app, id: appId}}},
      },
    };
    const started = client.clock.now();
    return settled<{version: StoreVersion}>(
      async () => ({version: written(await client.write('POST', PATH.versions, body, signal))}),
      {
        what: `create version ${versionString} for ${platform}`,
        check: `tool versions list --app ${appId} --version ${shellWord(versionString)} --platform ${platform}`,
        async read() {
          const page = await listVersions(
            client,
            {app: appId, versions: [versionString], platforms: [platform]},
            signal,
          );
          const version = page.items.find((item) => item.versionString === versionString);
          if (!version) return {undone: `there is no version ${versionString} for ${platform}`};
          const made = Date.parse(version.createdDate ?? '');
          if (made > started - RECENT) return {done: {version}};
          return {undone: `version ${versionString} for ${platform} (${version.id}) was there before`};
        },
      },
    );
  };

export const updateVersion =
  (client: Client): Store['updateVersion'] =>
  (id, changes, signal) => {
    const body = {data: {type: TYPE.version, id, attributes: changes}};
    return settled<{version: StoreVersion}>(
      async () => ({version: written(await client.write('PATCH', PATH.version(segment(id)), body, signal))}),
      {
        what: `update version ${id}`,
        check: view(id),
        async read() {
          const version = await readVersion(client, id, signal);
          const open = differences(version, changes);
          return open.length === 0 ? {done: {version}} : {undone: `it still has its old ${open.join(', ')}`};
        },
      },
    );
  };

/** Which of the changes a version does not show. Dates are compared as moments, an absent text as an empty one. */
function differences(version: StoreVersion, changes: VersionChanges): string[] {
  const moment = (date: string | undefined) => Date.parse(date ?? '');
  const given = (Object.keys(changes) as (keyof VersionChanges)[]).filter((name) => changes[name] !== undefined);
  return given.filter((name) =>
    name === 'earliestReleaseDate'
      ? moment(version[name]) !== moment(changes[name])
      : (version[name] ?? '') !== (changes[name] ?? ''),
  );
}

/** @throws ToolError conflict when the version is in another state: nothing was sent but the GET */
async function requireState(
  client: Client,
  id: string,
  trait: Trait,
  verb: string,
  signal?: AbortSignal,
): Promise<StoreVersion> {
  const version = await readVersion(client, id, signal);
  if (stateIs(version.state, trait)) return version;
  const now = cleanText(version.state ?? 'no known state');
  throw new ToolError(
    'conflict',
    `Version ${cleanText(version.versionString ?? id)} is in ${now}: only a version in ${statesThatAre(trait).join(' or ')} can be ${verb}`,
    {
      hint: `Nothing was changed. See it with: ${view(id)}`,
    },
  );
}

export const deleteVersion =
  (client: Client): Store['deleteVersion'] =>
  async (id, signal) => {
    await requireState(client, id, 'deletable', 'deleted', signal);
    const write = async () => {
      await client.write('DELETE', PATH.version(segment(id)), undefined, signal);
      return {versionId: id};
    };
    return settled(write, {
      what: `delete version ${id}`,
      check: view(id),
      async read() {
        try {
          const {state} = await readVersion(client, id, signal);
          return {undone: `the version is still there, in ${cleanText(state ?? 'an unknown state')}`};
        } catch (error) {
          if (error instanceof ToolError && error.kind === 'not-found') return {done: {versionId: id}};
          throw error;
        }
      },
    });
  };

export const attachBuild =
  (client: Client): Store['attachBuild'] =>
  (id, buildId, signal) => {
    const write = async () => {
      const body = {data: {type: TYPE.build, id: buildId}};
      await client.write('PATCH', PATH.versionBuildLink(segment(id)), body, signal);
      return {versionId: id, buildId};
    };
    return settled(write, {
      what: `attach build ${buildId} to version ${id}`,
      check: `${view(id)} --include-build`,
      async read() {
        const {data} = parseLinkage(await client.get(PATH.versionBuildLink(segment(id)), signal));
        if (data?.id === buildId) return {done: {versionId: id, buildId}};
        return {undone: data ? `build ${cleanText(data.id)} is attached` : 'no build is attached'};
      },
    });
  };

export const releaseVersion =
  (client: Client): Store['releaseVersion'] =>
  async (id, signal) => {
    await requireState(client, id, 'releasable', 'released', signal);
    const body = {
      data: {
        type: TYPE.releaseRequest,
        relationships: {[RELEASE_REQUEST_VERSION]: {data: {type: TYPE.version, id}}},
      },
    };
    const write = async () => {
      const answer = await client.write('POST', PATH.releaseRequests, body, signal);
      return {versionId: id, releaseRequestId: answered(() => parseSingle(answer).data.id)};
    };
    return settled(write, {
      what: `release version ${id}`,
      check: view(id),
      async read() {
        const {state} = await readVersion(client, id, signal);
        if (stateIs(state, 'releasable')) return {undone: `the version is still in ${state}`};
        // Released, by this request or another: its ID is lost, so this cannot be shown as a result.
        return {lost: `the version has moved to ${cleanText(state ?? 'another state')}: it was released`};
      },
    });
  };

function written(answer: string): StoreVersion {
  return answered(() => toVersion(parseSingle(answer).data));
}

/** A write that succeeded with an answer that cannot be read was carried out as far as anyone can tell: read again. */
function answered<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw error.with({facts: {outcome: 'unknown'}});
  }
}
