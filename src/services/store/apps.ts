import type {App} from '../model/app.ts';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {toApp} from './app-mapping.ts';
import type {Client} from './client.ts';
import {parseCollection} from './documents.ts';
import {segment, withQuery} from './query.ts';
import {fields, filter, PATH, TYPE} from './wire.ts';

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
