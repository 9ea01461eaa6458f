import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {App} from '../model/version.ts';
import {toApp} from './app-mapping.ts';
import type {Client} from './client.ts';
import {LARGEST_PAGE, readAll} from './pages.ts';
import {segment, withQuery} from './query.ts';
import {fields, filter, PAGES, PATH, TYPE} from './wire.ts';

/**
 * The app that an app ID or a bundle ID (anything with a dot) means. An app ID costs no request and is not checked.
 * @throws ToolError not-found for a bundle ID that no app has
 */
export async function findApp(client: Client, app: string, signal?: AbortSignal): Promise<App> {
  if (!app.includes('.')) return {id: app};
  const target = withQuery(PATH.apps, {
    [filter('bundleId')]: app,
    [fields(TYPE.app)]: ['name', 'bundleId', 'sku'],
    limit: LARGEST_PAGE,
  });
  const apps = (await readAll(client, target, PAGES.apps, signal)).data.map(toApp);
  const found = withBundleId(apps, app);
  if (found) return {...found, id: segment(found.id)};
  throw noApp(app);
}

/** The service's filter also finds bundle IDs that only begin alike. */
export function withBundleId<Found extends App>(apps: readonly Found[], wanted: string): Found | undefined {
  return (
    apps.find(({bundleId}) => bundleId === wanted) ??
    apps.find(({bundleId}) => bundleId?.toLowerCase() === wanted.toLowerCase())
  );
}

/** @param app app ID or bundle ID */
export function noApp(app: string): ToolError {
  return new ToolError('not-found', `No app has the ${app.includes('.') ? 'bundle ID' : 'ID'} '${cleanText(app)}'`, {
    hint: 'Check its spelling, and that this API key may see the app.',
  });
}
