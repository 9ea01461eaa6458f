import {type BuildChoice, buildProblem, choiceWords, choose, isPending} from '../model/build-choice.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {CheckCommand} from '../model/outcome.ts';
import type {Build, StoreVersion} from '../model/version.ts';
import {allBuilds} from './builds.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {fields, NEW_STATE, OLD_STATE, PATH, TYPE, VERSION_REL} from './wire.ts';

/** The builds of a version's own version string and platform, newest first: one GET for the version, one for them. */
export async function buildsFor(
  client: Client,
  versionId: string,
  choice: BuildChoice,
  signal?: AbortSignal,
): Promise<{version: StoreVersion; builds: Build[]}> {
  const target = withQuery(PATH.version(segment(versionId)), {
    include: VERSION_REL.app,
    [fields(TYPE.version)]: ['versionString', 'platform', OLD_STATE, NEW_STATE, VERSION_REL.app],
    [fields(TYPE.app)]: 'bundleId',
  });
  const version = toVersion(parseSingle(await client.get(target, signal)).data);
  const {appId, versionString, platform} = version;
  if (appId === undefined || versionString === undefined || platform === undefined) {
    throw new ToolError('service', 'The service did not say which app, version string and platform the version has');
  }
  const numbers = typeof choice === 'object' && 'number' in choice ? [choice.number] : undefined;
  const query = {app: segment(appId), versions: [versionString], platforms: [platform], numbers};
  const builds = await allBuilds(client, query, signal);
  // The service's filters may be wider than what was asked for.
  const isOwn = (build: Build) => build.versionString === versionString && build.platform === platform;
  return {version, builds: builds.filter(isOwn)};
}

/**
 * The ID of the build to attach. An ID costs no request and is not checked.
 * @throws ToolError not-found when there is none, conflict for a number whose build cannot be attached
 */
export async function chooseBuild(
  client: Client,
  versionId: string,
  choice: BuildChoice,
  signal?: AbortSignal,
): Promise<string> {
  if (typeof choice === 'object' && 'id' in choice) return choice.id;
  const {version, builds} = await buildsFor(client, versionId, choice, signal);
  const build = choose(builds, choice);
  const check = checkBuilds(version);
  if (!build) throw noBuild(version, builds, choice, check);
  const problem = buildProblem(build);
  if (problem === undefined) return build.id;
  throw new ToolError('conflict', `Build ${cleanText(build.version ?? build.id)} ${problem}`, {
    hint: isPending(build) ? 'Add --wait to attach it as soon as it is processed.' : undefined,
    facts: {check},
  });
}

function checkBuilds({appId = '', versionString = '', platform = ''}: StoreVersion): CheckCommand {
  return {command: ['builds', 'list'], flags: {app: appId, version: versionString, platform}};
}

function noBuild(version: StoreVersion, builds: readonly Build[], choice: BuildChoice, check: CheckCommand): ToolError {
  const [string, platform] = [version.versionString, version.platform].map((part) => cleanText(part ?? ''));
  const error = new ToolError('not-found', `There is no ${choiceWords(choice)} for ${string} on ${platform}`, {
    hint: builds.some(isPending) ? 'Add --wait to attach it as soon as it is processed.' : undefined,
    facts: {check},
  });
  const [newest] = builds;
  if (choice !== 'latest' || !newest) return error;
  return error.with({line: `The newest one, ${cleanText(newest.version ?? newest.id)}, ${buildProblem(newest)}.`});
}
