import type {VersionPage} from '../model/pages.ts';
import type {StoreVersion} from '../model/version.ts';
import {toApp} from './app-mapping.ts';
import {findApp} from './apps.ts';
import type {Client} from './client.ts';
import {parseCollection} from './documents.ts';
import {toVersion} from './mapping.ts';
import {eachPage, LARGEST_PAGE, nextTarget, readAll, toLinks} from './pages.ts';
import {segment, withQuery} from './query.ts';
import type {VersionQuery} from './store.ts';
import {fields, filter, NEW_STATE, OLD_STATE, PAGES, PATH, TYPE, VERSION_REL} from './wire.ts';

const LISTED = ['versionString', 'platform', OLD_STATE, NEW_STATE, 'createdDate'];
const GIVEN = ['copyright', 'releaseType', 'earliestReleaseDate'];

/** One page of an app's versions: one request, one more when the app is a bundle ID. */
export async function listVersions(
  client: Client,
  query: VersionQuery | {next: string},
  signal?: AbortSignal,
): Promise<VersionPage> {
  return loadPage(client, await firstTarget(client, query, signal), signal);
}

/** All pages. */
export async function* eachVersionPage(
  client: Client,
  query: VersionQuery | {next: string},
  signal?: AbortSignal,
): AsyncGenerator<VersionPage> {
  const first = await firstTarget(client, query, signal);
  yield* eachPage(first, (target) => loadPage(client, target, signal), {origin: client.origin, path: PAGES.versions});
}

/** All that match, for what needs them whole. */
export async function allVersions(
  client: Client,
  query: VersionQuery,
  signal?: AbortSignal,
): Promise<readonly StoreVersion[]> {
  const first = await firstTarget(client, {...query, limit: LARGEST_PAGE}, signal);
  return (await readAll(client, first, PAGES.versions, signal)).data.map((version) => toVersion(version));
}

async function firstTarget(
  client: Client,
  query: VersionQuery | {next: string},
  signal?: AbortSignal,
): Promise<string> {
  if ('next' in query) return nextTarget(query.next, client.origin, PAGES.versions);
  const {id} = await findApp(client, query.app, signal);
  const beside = query.withBuild ? [VERSION_REL.build, VERSION_REL.app] : [];
  return withQuery(PATH.appVersions(segment(id)), {
    [filter('versionString')]: query.versions,
    [filter('platform')]: query.platforms,
    // Of the two state filters the one whose values are the tool's own names.
    [filter(OLD_STATE)]: query.states,
    // What a list shows and no more: a page is a tenth of its size.
    [fields(TYPE.version)]: [...LISTED, ...(query.withAttributes ? GIVEN : []), ...beside],
    include: query.withBuild ? beside : undefined,
    [fields(TYPE.app)]: query.withBuild ? ['name', 'bundleId'] : undefined,
    [fields(TYPE.build)]: query.withBuild ? ['version'] : undefined,
    limit: query.limit,
  });
}

async function loadPage(client: Client, target: string, signal?: AbortSignal): Promise<VersionPage> {
  const {data, included, links, meta} = parseCollection(await client.get(target, signal));
  const app = included?.find(({type}) => type === TYPE.app);
  return {
    items: data.map((version) => toVersion(version, included)),
    app: app && toApp(app),
    links: toLinks(links),
    total: meta?.paging?.total,
    meta: meta as Record<string, unknown> | undefined,
  };
}
