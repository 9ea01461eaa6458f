import type {App} from '../model/app.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {AppPage} from '../model/pages.ts';
import type {Client} from './client.ts';
import {parseCollection} from './documents.ts';
import {toApp, toAppOverview} from './mapping.ts';
import {nextTarget, toLinks} from './pages.ts';
import {segment, withQuery} from './query.ts';
import {APP_VERSIONS_REL, fields, filter, limitOf, NEW_STATE, OLD_STATE, PAGES, PATH, TYPE} from './wire.ts';

/** How many of an app's versions come along for its overview: the most that the API gives. */
const VERSIONS_PER_APP = 50;

/** Apps by name with their newest versions, one request a page. */
export async function listApps(
  client: Client,
  {limit, next}: {limit?: number; next?: string},
  signal?: AbortSignal,
): Promise<AppPage> {
  const target = next
    ? nextTarget(next, client.origin, PAGES.apps)
    : withQuery(PATH.apps, {
        sort: 'name',
        include: APP_VERSIONS_REL,
        [fields(TYPE.app)]: ['name', 'bundleId', 'sku', APP_VERSIONS_REL],
        [fields(TYPE.version)]: ['versionString', 'platform', OLD_STATE, NEW_STATE, 'createdDate'],
        [limitOf(APP_VERSIONS_REL)]: VERSIONS_PER_APP,
        limit,
      });
  const {data, included = [], links, meta} = parseCollection(await client.get(target, signal));
  const versions = new Map(included.filter(({type}) => type === TYPE.version).map((version) => [version.id, version]));
  return {
    items: data.map((app) => toAppOverview(app, versions, APP_VERSIONS_REL)),
    links: toLinks(links),
    total: meta?.paging?.total,
  };
}

/**
 * The app that an app ID or a bundle ID (anything with a dot) means. An app ID costs no request and is not checked.
 * @throws ToolError not-found for a bundle ID that no app has
 */
export async function findApp(client: Client, app: string, signal?: AbortSignal): Promise<App> {
  if (!app.includes('.')) return {id: app};
  const target = withQuery(PATH.apps, {
    [filter('bundleId')]: app,
    [fields(TYPE.app)]: ['name', 'bundleId', 'sku'],
  });
  const apps = parseCollection(await client.get(target, signal)).data.map(toApp);
  // The service's filter also finds bundle IDs that only begin alike.
  const found =
    apps.find(({bundleId}) => bundleId === app) ??
    apps.find(({bundleId}) => bundleId?.toLowerCase() === app.toLowerCase());
  if (found) return {...found, id: segment(found.id)};
  throw new ToolError('not-found', `No app has the bundle ID '${cleanText(app)}'`, {
    hint: 'Check its spelling, and that this API key may see the app.',
  });
}
