import type {BuildChoice} from '../model/build-choice.ts';
import {ToolError} from '../model/error.ts';
import {judgeAttached} from '../model/recovery.ts';
import type {Build} from '../model/version.ts';
import {readBuild} from './builds.ts';
import {buildsFor, chooseBuild} from './choose-build.ts';
import type {Client} from './client.ts';
import {parseLinkage} from './documents.ts';
import {segment} from './query.ts';
import {viewCommand} from './read-version.ts';
import {resolveVersion, writtenId} from './reference.ts';
import {beforeWrite, settled, withResult} from './settle.ts';
import type {Written} from './store.ts';
import {PATH, TYPE} from './wire.ts';

export async function attachBuild(
  client: Client,
  version: string,
  choice: BuildChoice,
  signal?: AbortSignal,
): Promise<Written & {versionId: string; buildId: string}> {
  client.willWrite('PATCH', PATH.versionBuildLink(writtenId(version)));
  const {id, buildId} = await beforeWrite(async () => {
    const found = await resolveVersion(client, version, signal);
    return {id: found, buildId: await chooseBuild(client, found, choice, signal)};
  });
  const path = PATH.versionBuildLink(segment(id));
  const write = async () => {
    await client.write('PATCH', path, {data: {type: TYPE.build, id: buildId}}, signal);
    return {versionId: id, buildId};
  };
  return settled(
    write,
    {
      what: `attach build ${buildId} to version ${id}`,
      check: viewCommand(id, {'include-build': true}),
      async read(again) {
        const attached = await attachedBuild(client, path, again);
        return withResult(judgeAttached(attached, buildId), {versionId: id, buildId});
      },
    },
    signal,
  );
}

/** The ID of the build; where there is none, the service answers 404. */
async function attachedBuild(client: Client, path: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    return parseLinkage(await client.get(path, signal)).data?.id;
  } catch (error) {
    if (error instanceof ToolError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

/** The builds among which one is chosen, for who waits for it in order to attach it; refused where nothing is written. */
export async function attachableBuilds(
  client: Client,
  version: string,
  choice: BuildChoice,
  signal?: AbortSignal,
): Promise<{versionId: string; builds: Build[]}> {
  client.willWrite('PATCH', PATH.versionBuildLink(writtenId(version)));
  const versionId = await resolveVersion(client, version, signal);
  if (typeof choice === 'object' && 'id' in choice) {
    return {versionId, builds: [await readBuild(client, choice.id, signal)]};
  }
  return {versionId, builds: (await buildsFor(client, versionId, choice, signal)).builds};
}
