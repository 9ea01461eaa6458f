import {branded, TYPE} from '../store/wire.ts';
import {findApps, matchesSubmission} from './app-search.ts';
import {findBuilds} from './build-search.ts';
import type {Catalog} from './catalog.ts';
import {type Node, type Place, page, single} from './documents.ts';
import {notFound, nothingRelated} from './errors.ts';
import type {Nodes} from './nodes.ts';
import type {Query} from './query.ts';
import type {BuildRecord, VersionRecord} from './records.ts';
import type {AppData} from './seed.ts';
import type {StoreView, VersionFilter} from './view.ts';

/** What a reading request is answered from. */
export interface Reading {
  view: StoreView;
  nodes: Nodes;
  catalog: Catalog;
  query: Query;
  place: Place;
  /** The ID in the path, where there is one. */
  id: string;
}

type Read = (reading: Reading) => unknown;

/** The reading operations by name (operations.ts). Each gives a document or throws a Refusal. */
export const READS: Readonly<Record<string, Read>> = {
  apps: (reading) => listing(reading, findApps(reading.view, reading.nodes, reading.query), reading.nodes.app),
  app: (reading) => document(reading, reading.nodes.app(appOf(reading))),
  appVersions(reading) {
    const {view, nodes, place, catalog, query} = reading;
    const {total, take} = view.versions(appOf(reading), versionFilter(query.filters));
    return page(total, (offset, limit) => take(offset, limit).map(nodes.version), place, catalog, query);
  },
  appBuilds(reading) {
    const {nodes, place, catalog, query} = reading;
    const app = appOf(reading);
    const load = (offset: number, limit: number) => {
      const count = Math.max(0, Math.min(limit, app.buildCount - offset));
      return Array.from({length: count}, (_, index) => nodes.build(app.build(offset + index)));
    };
    return page(app.buildCount, load, place, catalog, query);
  },
  appInfos: (reading) => listing(reading, reading.nodes.appInfos(appOf(reading)), same),
  ageRating(reading) {
    const declaration = reading.nodes.ageRating(reading.id);
    if (!declaration) throw notFound(TYPE.appInfo, reading.id);
    return document(reading, declaration);
  },
  builds(reading) {
    const {view, nodes, place, catalog, query} = reading;
    const {total, take} = findBuilds(view, query);
    return page(total, (offset, limit) => take(offset, limit).map(nodes.build), place, catalog, query);
  },
  build(reading) {
    const build = reading.view.build(reading.id);
    if (!build) throw notFound(TYPE.build, reading.id);
    return document(reading, reading.nodes.build(build));
  },
  version: (reading) => document(reading, reading.nodes.version(versionOf(reading))),
  versionBuild: (reading) => document(reading, reading.nodes.build(attachedBuild(reading))),
  versionBuildLink(reading) {
    const {id} = attachedBuild(reading);
    return {data: {type: TYPE.build, id}, links: {self: `${reading.place.origin}${reading.place.path}`}};
  },
  versionSubmission: (reading) => document(reading, owned(reading, reading.nodes.submission, TYPE.submission)),
  versionPhasedRelease: (reading) => document(reading, owned(reading, reading.nodes.phasedRelease, TYPE.phasedRelease)),
  versionReviews: (reading) => listing(reading, sortedReviews(reading), same),
  reviewSubmissions(reading) {
    const {view, nodes, query} = reading;
    const apps = [...new Set(query.filters.get('app'))].flatMap((id) => view.seed.findApp(id) ?? []);
    const [platforms, states] = [query.filters.get('platform'), query.filters.get('state')];
    const found = apps
      .flatMap((app) => nodes.reviewSubmissions(app))
      .filter(({attributes}) => matchesSubmission(attributes, platforms, states));
    return listing(reading, found, same);
  },
};

const same = (node: Node): Node => node;

function document({place, catalog, query}: Reading, node: Node): unknown {
  return single(node, place, catalog, query);
}

function listing<T>({place, catalog, query}: Reading, items: readonly T[], toNode: (item: T) => Node): unknown {
  const load = (offset: number, limit: number) => items.slice(offset, offset + limit).map(toNode);
  return page(items.length, load, place, catalog, query);
}

function appOf({view, id}: Reading): AppData {
  const app = view.seed.findApp(id);
  if (!app) throw notFound(TYPE.app, id);
  return app;
}

function versionOf({view, id}: Reading): VersionRecord {
  const version = view.version(id);
  if (!version) throw notFound(TYPE.version, id);
  return version;
}

function attachedBuild(reading: Reading): BuildRecord {
  const {build} = versionOf(reading);
  const found = build === undefined ? undefined : reading.view.build(build);
  if (!found) throw nothingRelated(TYPE.version, reading.id, 'build');
  return found;
}

function owned(reading: Reading, find: (version: VersionRecord) => Node | undefined, type: string): Node {
  const node = find(versionOf(reading));
  if (!node) throw nothingRelated(TYPE.version, reading.id, type.slice(0, -1));
  return node;
}

function versionFilter(filters: Query['filters']): VersionFilter {
  return {
    ids: filters.get('id'),
    platforms: filters.get('platform'),
    versionStrings: filters.get('versionString'),
    states: filters.get(branded('~State')),
    newerStates: filters.get('appVersionState'),
  };
}

function sortedReviews(reading: Reading): Node[] {
  const {filters, exists, sort} = reading.query;
  const answered = exists.get('publishedResponse');
  const accepts = (name: string, value: unknown) => filters.get(name)?.includes(String(value)) ?? true;
  const reviews = reading.nodes
    .customerReviews(versionOf(reading))
    .filter(
      ({attributes, related}) =>
        accepts('territory', attributes.territory) &&
        accepts('reviewTerritory', attributes.territory) &&
        accepts('rating', attributes.rating) &&
        (answered === undefined || answered === (related?.response?.().total ?? 0) > 0),
    );
  for (const {name, descending} of sort.toReversed()) {
    const sign = descending ? -1 : 1;
    const key = ({attributes}: Node) =>
      name === 'rating' ? Number(attributes.rating) : Date.parse(String(attributes.createdDate));
    reviews.sort((one, other) => (key(one) - key(other)) * sign);
  }
  return reviews;
}
