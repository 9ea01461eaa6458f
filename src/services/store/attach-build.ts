import {type BuildChoice, buildProblem, buildsOf, choiceLabel, choose, isPending} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isLater} from '../model/next-step.ts';
import type {CheckCommand} from '../model/outcome.ts';
import {judgeAttached} from '../model/recovery.ts';
import type {Build, StoreVersion} from '../model/version.ts';
import {builds, readBuild} from './builds.ts';
import type {Client} from './client.ts';
import {confirmWrite} from './confirm-write.ts';
import {parseLinkage} from './documents.ts';
import {placeholderId, resolveVersion} from './reference.ts';
import {segment} from './request.ts';
import type {AttachableBuilds, AttachedBuild, Written} from './store.ts';
import {BASIC_FIELDS, getVersion, viewCommand} from './versions.ts';
import {PATH, TYPE, VERSION_REL} from './wire.ts';

export async function attachBuild(
  client: Client,
  reference: string,
  choice: BuildChoice,
): Promise<Written & AttachedBuild> {
  client.assertWritable('PATCH', PATH.versionBuildLink(placeholderId(reference)));
  const versionId = await resolveVersion(client, reference);
  const buildId = await chooseBuild(client, versionId, choice);
  const path = PATH.versionBuildLink(segment(versionId));
  return confirmWrite(client, {
    request: ['PATCH', path, {data: {type: TYPE.build, id: buildId}}],
    result: {versionId, buildId},
    what: `attach build ${buildId} to version ${versionId}`,
    check: viewCommand(versionId, {'include-build': true}),
    read: async (reader) => judgeAttached(await attachedBuild(reader, path), buildId),
  });
}

/** The service answers 404 when there is none. */
async function attachedBuild(client: Client, path: string): Promise<string | undefined> {
  try {
    return parseLinkage(await client.get(path)).data?.id;
  } catch (error) {
    if (error instanceof ToolError && error.kind === 'not-found') return undefined;
    throw error;
  }
}

export async function attachableBuilds(
  client: Client,
  reference: string,
  choice: BuildChoice,
): Promise<AttachableBuilds> {
  client.assertWritable('PATCH', PATH.versionBuildLink(placeholderId(reference)));
  const versionId = await resolveVersion(client, reference);
  if (typeof choice === 'object' && 'id' in choice) return {versionId, builds: [await readBuild(client, choice.id)]};
  return {versionId, builds: (await buildsFor(client, versionId, choice)).candidates};
}

/** Builds of the version's own version string and platform, newest first. */
export async function buildsFor(
  client: Client,
  versionId: string,
  choice: BuildChoice,
): Promise<{version: StoreVersion; candidates: Build[]}> {
  const {version} = await getVersion(client, versionId, {
    include: VERSION_REL.app,
    fields: {[TYPE.version]: [...BASIC_FIELDS, VERSION_REL.app], [TYPE.app]: 'bundleId'},
  });
  const {appId, versionString, platform} = version;
  if (appId === undefined || versionString === undefined || platform === undefined) {
    throw new ToolError('service', 'The service did not return the app, version string and platform of the version');
  }
  const numbers = typeof choice === 'object' && 'number' in choice ? [choice.number] : undefined;
  const query = {app: segment(appId), versions: [versionString], platforms: [platform], numbers};
  return {version, candidates: buildsOf(version, await builds.all(client, query))};
}

/** The newest one that can be attached, if it was uploaded after the attached one. One GET. */
export async function newerBuild(client: Client, version: StoreVersion): Promise<Build | undefined> {
  const {appId, versionString, platform, build: attached} = version;
  if (!attached || appId === undefined || versionString === undefined || platform === undefined) return undefined;
  const query = {app: segment(appId), versions: [versionString], platforms: [platform], limit: 20};
  const {items} = await builds.list(client, query);
  const newest = choose(buildsOf(version, items), 'latest');
  return isLater(newest?.uploadedDate, attached.uploadedDate) ? newest : undefined;
}

/** @throws ToolError not-found when there is none, conflict for a number whose build cannot be attached */
async function chooseBuild(client: Client, versionId: string, choice: BuildChoice): Promise<string> {
  if (typeof choice === 'object' && 'id' in choice) return choice.id;
  const {version, candidates} = await buildsFor(client, versionId, choice);
  const build = choose(candidates, choice);
  const {appId = '', versionString = '', platform = ''} = version;
  const check = {command: ['builds', 'list'], flags: {app: appId, version: versionString, platform}};
  if (!build) throw noBuild(version, candidates, choice, check);
  const problem = buildProblem(build);
  if (problem === undefined) return build.id;
  throw new ToolError('conflict', `Build ${cleanText(build.version ?? build.id)} ${problem}`, {
    hint: waitHint([build]),
    facts: {check},
  });
}

function waitHint(candidates: readonly Build[]): string | undefined {
  return candidates.some(isPending) ? 'Add --wait to attach it as soon as it is processed.' : undefined;
}

function noBuild(
  {versionString = '', platform = ''}: StoreVersion,
  candidates: readonly Build[],
  choice: BuildChoice,
  check: CheckCommand,
): ToolError {
  const place = `${cleanText(versionString)} on ${cleanText(platform)}`;
  const [newest] = candidates;
  const problem =
    choice === 'latest' && newest
      ? [`The newest one, ${cleanText(newest.version ?? newest.id)}, ${buildProblem(newest)}.`]
      : [];
  return new ToolError('not-found', `There is no ${choiceLabel(choice)} for ${place}`, {
    details: problem,
    hint: waitHint(candidates),
    facts: {check},
  });
}
