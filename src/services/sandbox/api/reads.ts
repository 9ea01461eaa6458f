import {AGE_RATING_REL, TYPE} from '../../store/wire.ts';
import {notFound, nothingRelated} from '../errors.ts';
import {existing, itemsOf, localizationsOf, phasedReleaseOf, reviewDetailOf} from '../lifecycle/lookups.ts';
import {appOf} from '../records/ids.ts';
import type {AppRecord, BuildRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {type Node, type Place, page, relatedTo, single} from './documents.ts';
import {
  buildKey,
  inOrder,
  matchingApps,
  matchingBuilds,
  matchingReviews,
  matchingVersions,
  passing,
  reviewKey,
} from './filters.ts';
import type {Nodes} from './nodes.ts';
import type {Query} from './query.ts';

export interface ReadRequest {
  store: Store;
  nodes: Nodes;
  query: Query;
  place: Place;
  id: string;
}

export type Read = (request: ReadRequest) => unknown;

/** By path; `~` stands for the brand (wire.ts). */
export const READS: Readonly<Record<string, Read>> = {
  '/v1/apps': (request) => {
    const {store, nodes, query} = request;
    const key = (app: AppRecord, name: string) => String(app[name as keyof AppRecord]);
    return listing(request, inOrder(matchingApps(store, query), query.sort, key), nodes.app);
  },
  '/v1/apps/{id}': (request) => document(request, request.nodes.app(theApp(request))),
  '/v1/apps/{id}/~Versions': (request) => {
    const {store, nodes, place, query} = request;
    const {id} = theApp(request);
    if (query.filters.size > 0) {
      return listing(request, matchingVersions(store.versions(id), query.filters), nodes.version);
    }
    const load = (offset: number, limit: number) =>
      store.newestVersions(id, offset + limit, offset).versions.map(nodes.version);
    return page(store.newestVersions(id, 0).total, load, place, query);
  },
  '/v1/apps/{id}/builds': (request) =>
    listing(request, request.store.all('builds', theApp(request).id), request.nodes.build),
  '/v1/apps/{id}/appInfos': (request) => listing(request, request.nodes.appInfos(theApp(request)), same),
  '/v1/apps/{id}/reviewSubmissions': (request) => submissions(request, [theApp(request).id]),
  '/v1/appInfos/{id}/ageRatingDeclaration': (request) => {
    const {store, nodes, id} = request;
    const app = store.samples.app(appOf(id));
    const info = app && nodes.appInfos(app).find((node) => node.id === id);
    const [rating] = info ? relatedTo(info, AGE_RATING_REL).take(1) : [];
    if (!rating) throw notFound(TYPE.appInfo, id);
    return document(request, rating);
  },
  '/v1/builds': (request) => {
    const {store, nodes, query} = request;
    const wanted = query.filters.get('app');
    const ids = wanted ? [...new Set(wanted)] : store.samples.apps.map(({id}) => id);
    const [first = [], ...others] = ids.map((app) => matchingBuilds(store, query, store.all('builds', app)));
    const found = others.length === 0 ? first : first.concat(...others);
    return listing(request, inOrder(found, query.sort, buildKey), nodes.build);
  },
  '/v1/builds/{id}': (request) => document(request, request.nodes.build(theBuild(request))),
  '/v1/builds/{id}/preReleaseVersion': (request) =>
    document(request, request.nodes.preReleaseVersion(theBuild(request))),
  '/v1/~Versions/{id}': (request) => document(request, request.nodes.version(theVersion(request))),
  '/v1/~Versions/{id}/relationships/build': (request) => {
    const {place} = request;
    return {data: {type: TYPE.build, id: attachedBuild(request).id}, links: {self: `${place.origin}${place.path}`}};
  },
  '/v1/~Versions/{id}/build': (request) => document(request, request.nodes.build(attachedBuild(request))),
  '/v1/~Versions/{id}/~VersionSubmission': (request) =>
    owned(request, request.nodes.versionSubmission(theVersion(request)), TYPE.submission),
  '/v1/~Versions/{id}/~VersionPhasedRelease': (request) => {
    const release = phasedReleaseOf(request.store, theVersion(request));
    return owned(request, release && request.nodes.phasedRelease(release), TYPE.phasedRelease);
  },
  '/v1/~Versions/{id}/~VersionLocalizations': (request) => {
    const {store, nodes, query} = request;
    const found = passing(localizationsOf(store, theVersion(request)), query.filters);
    return listing(request, found, nodes.localization);
  },
  '/v1/~Versions/{id}/~ReviewDetail': (request) => {
    const detail = reviewDetailOf(request.store, theVersion(request));
    return owned(request, detail && request.nodes.reviewDetail(detail), TYPE.reviewDetail);
  },
  '/v1/~Versions/{id}/customerReviews': (request) => {
    const found = matchingReviews(request.nodes.customerReviews(theVersion(request)), request.query);
    return listing(request, inOrder(found, request.query.sort, reviewKey), same);
  },
  '/v1/~VersionLocalizations/{id}': (request) =>
    document(request, request.nodes.localization(existing(request.store, 'localizations', request.id))),
  '/v1/~ReviewDetails/{id}': (request) =>
    document(request, request.nodes.reviewDetail(existing(request.store, 'reviewDetails', request.id))),
  '/v1/reviewSubmissions': (request) => submissions(request, [...new Set(request.query.filters.get('app'))]),
  '/v1/reviewSubmissions/{id}': (request) => document(request, request.nodes.reviewSubmission(theSubmission(request))),
  '/v1/reviewSubmissions/{id}/items': (request) =>
    listing(request, itemsOf(request.store, theSubmission(request)), request.nodes.item),
};

const same = (node: Node): Node => node;

const document = ({place, query}: ReadRequest, node: Node): unknown => single(node, place, query);

function listing<T>({place, query}: ReadRequest, items: readonly T[], toNode: (item: T) => Node): unknown {
  const load = (offset: number, limit: number) => items.slice(offset, offset + limit).map(toNode);
  return page(items.length, load, place, query);
}

/** @throws Refusal 404 if the version has no such resource */
function owned(request: ReadRequest, node: Node | undefined, type: string): unknown {
  if (!node) throw nothingRelated(TYPE.version, request.id, type.slice(0, -1));
  return document(request, node);
}

/** Newest first within each app. */
function submissions(request: ReadRequest, apps: readonly string[]): unknown {
  const {store, nodes, query} = request;
  const all = apps.flatMap((app) => store.all('submissions', app).toReversed());
  return listing(request, passing(all, query.filters), nodes.reviewSubmission);
}

/** @throws Refusal 404 */
function theApp({store, id}: ReadRequest): AppRecord {
  const app = store.samples.app(id);
  if (!app) throw notFound(TYPE.app, id);
  return app;
}

const theVersion = ({store, id}: ReadRequest) => existing(store, 'versions', id);
const theBuild = ({store, id}: ReadRequest) => existing(store, 'builds', id);
const theSubmission = ({store, id}: ReadRequest) => existing(store, 'submissions', id);

function attachedBuild(request: ReadRequest): BuildRecord {
  const found = request.store.find('builds', theVersion(request).build);
  if (!found) throw nothingRelated(TYPE.version, request.id, 'build');
  return found;
}
