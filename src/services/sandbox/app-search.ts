import {branded} from '../store/wire.ts';
import type {Nodes} from './nodes.ts';
import type {Query} from './query.ts';
import type {AppData} from './seed.ts';
import type {StoreView} from './view.ts';

const VERSIONS = branded('~Versions');

/** Apps that match, in the order asked for. */
export function findApps(view: StoreView, nodes: Nodes, {filters, exists, sort}: Query): AppData[] {
  const own = (app: AppData): Readonly<Record<string, string>> => ({
    id: app.id,
    name: app.seed.name,
    bundleId: app.seed.bundleId,
    sku: app.seed.sku,
  });
  const apps = Array.from({length: view.seed.appCount}, (_, index) => view.seed.app(index)).filter(
    (app) =>
      Object.entries(own(app)).every(([name, value]) => filters.get(name)?.includes(value) ?? true) &&
      hasVersion(view, app, filters) &&
      hasSubmission(nodes, app, filters) &&
      exists.get('gameCenterEnabledVersions') !== true,
  );
  for (const {name, descending} of sort.toReversed()) {
    const sign = descending ? -1 : 1;
    const key = (app: AppData) => own(app)[name] ?? '';
    apps.sort((one, other) => (key(one) < key(other) ? -sign : key(one) > key(other) ? sign : 0));
  }
  return apps;
}

function hasVersion(view: StoreView, app: AppData, filters: Query['filters']): boolean {
  const filter = {
    ids: filters.get(VERSIONS),
    platforms: filters.get(`${VERSIONS}.platform`),
    states: filters.get(branded('~Versions.~State')),
    newerStates: filters.get(`${VERSIONS}.appVersionState`),
  };
  return Object.values(filter).every((values) => values === undefined) || view.versions(app, filter).total > 0;
}

function hasSubmission(nodes: Nodes, app: AppData, filters: Query['filters']): boolean {
  const states = filters.get('reviewSubmissions.state');
  const platforms = filters.get('reviewSubmissions.platform');
  if (!states && !platforms) return true;
  return nodes.reviewSubmissions(app).some(({attributes}) => matchesSubmission(attributes, platforms, states));
}

/** Whether a review submission is of one of these platforms and in one of these states. */
export function matchesSubmission(
  {platform, state}: Readonly<Record<string, unknown>>,
  platforms?: readonly string[],
  states?: readonly string[],
): boolean {
  return (platforms?.includes(String(platform)) ?? true) && (states?.includes(String(state)) ?? true);
}
