import type {BuildPage} from '../model/pages.ts';
import type {Build} from '../model/version.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {parseCollection, parseSingle} from './documents.ts';
import {toBuild} from './mapping.ts';
import {eachPage, LARGEST_PAGE, nextTarget, readAll, toLinks} from './pages.ts';
import {segment, withQuery} from './query.ts';
import type {BuildQuery} from './store.ts';
import {BUILD_ENCRYPTION, fields, filter, PAGES, PATH, PRE_RELEASE_REL, TYPE} from './wire.ts';

/** What every reading of builds asks for. */
const BUILD_FIELDS = {
  include: PRE_RELEASE_REL,
  [fields(TYPE.build)]: ['version', 'uploadedDate', 'expired', 'processingState', BUILD_ENCRYPTION, PRE_RELEASE_REL],
  [fields(TYPE.preReleaseVersion)]: ['version', 'platform'],
};

/** Builds of an app, newest first: one request a page, one more when the app is a bundle ID. */
export async function listBuilds(
  client: Client,
  query: BuildQuery | {next: string},
  signal?: AbortSignal,
): Promise<BuildPage> {
  return loadPage(client, await firstTarget(client, query, signal), signal);
}

/** All pages. */
export async function* eachBuildPage(
  client: Client,
  query: BuildQuery | {next: string},
  signal?: AbortSignal,
): AsyncGenerator<BuildPage> {
  const load = (target: string) => loadPage(client, target, signal);
  yield* eachPage(await firstTarget(client, query, signal), load, {origin: client.origin, path: PAGES.builds});
}

/** All that match, newest first. */
export async function allBuilds(client: Client, query: BuildQuery, signal?: AbortSignal): Promise<Build[]> {
  const first = await firstTarget(client, {...query, limit: LARGEST_PAGE}, signal);
  const {data, included} = await readAll(client, first, PAGES.builds, signal);
  return data.map((build) => toBuild(build, included));
}

async function firstTarget(client: Client, query: BuildQuery | {next: string}, signal?: AbortSignal): Promise<string> {
  if ('next' in query) return nextTarget(query.next, client.origin, PAGES.builds);
  const {id} = await findApp(client, query.app, signal);
  return withQuery(PATH.builds, {
    [filter('app')]: id,
    [filter('version')]: query.numbers,
    [filter(`${PRE_RELEASE_REL}.version`)]: query.versions,
    [filter(`${PRE_RELEASE_REL}.platform`)]: query.platforms,
    [filter('processingState')]: query.states,
    sort: '-uploadedDate',
    ...BUILD_FIELDS,
    limit: query.limit,
  });
}

async function loadPage(client: Client, target: string, signal?: AbortSignal): Promise<BuildPage> {
  const {data, included = [], links, meta} = parseCollection(await client.get(target, signal));
  return {
    items: data.map((build) => toBuild(build, included)),
    links: toLinks(links),
    total: meta?.paging?.total,
    meta: meta as Record<string, unknown> | undefined,
  };
}

export async function readBuild(client: Client, id: string, signal?: AbortSignal): Promise<Build> {
  const target = withQuery(PATH.build(segment(id)), BUILD_FIELDS);
  const {data, included} = parseSingle(await client.get(target, signal));
  return toBuild(data, included);
}
