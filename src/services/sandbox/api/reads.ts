import {AGE_RATING_REL, TYPE} from '../../store/wire.ts';
import {notFound} from '../errors.ts';
import {itemsOf, localizationsOf, phasedReleaseOf, reviewDetailOf} from '../lifecycle/lookups.ts';
import {appOf} from '../records/ids.ts';
import type {AppRecord} from '../records/shapes.ts';
import {type Node, page} from './documents.ts';
import {buildKey, matchesApp, matchesReview, matchesVersion, matchingBuilds, reviewKey} from './filters.ts';
import {inOrder} from './order.ts';
import {
  attachedBuild,
  document,
  listing,
  owned,
  type Reading,
  submissions,
  theApp,
  theRecord,
  theVersion,
} from './reading.ts';

type Read = (reading: Reading) => unknown;

const same = (node: Node): Node => node;

/** The reading operations by name (routes.ts). Each gives a document or throws a Refusal. */
export const READS: Readonly<Record<string, Read>> = {
  apps(reading) {
    const {store, nodes, query} = reading;
    const found = store.samples.apps.filter((app) => matchesApp(store, query, app));
    const key = (app: AppRecord, name: string) => String(app[name as keyof AppRecord]);
    return listing(reading, inOrder(found, query.sort, key), nodes.app);
  },
  app: (reading) => document(reading, reading.nodes.app(theApp(reading))),
  appVersions(reading) {
    const {store, nodes, place, query} = reading;
    const app = theApp(reading);
    if (query.filters.size > 0) {
      const found = store.versions(app.id).filter((version) => matchesVersion(query.filters, version));
      return listing(reading, found, nodes.version);
    }
    const load = (offset: number, limit: number) =>
      store.newestVersions(app.id, offset + limit, offset).versions.map(nodes.version);
    return page(store.newestVersions(app.id, 0).total, load, place, query);
  },
  appBuilds: (reading) => listing(reading, reading.store.all('builds', theApp(reading).id), reading.nodes.build),
  appInfos: (reading) => listing(reading, reading.nodes.appInfos(theApp(reading)), same),
  appSubmissions: (reading) => submissions(reading, [theApp(reading).id]),
  ageRating(reading) {
    const {store, nodes, id} = reading;
    const app = store.samples.app(appOf(id));
    const info = app && nodes.appInfos(app).find((node) => node.id === id);
    const [rating] = info?.related?.[AGE_RATING_REL]?.().take(1) ?? [];
    if (!rating) throw notFound(TYPE.appInfo, id);
    return document(reading, rating);
  },
  builds(reading) {
    const {store, nodes, query} = reading;
    const wanted = query.filters.get('app');
    const ids = wanted ? [...new Set(wanted)] : store.samples.apps.map(({id}) => id);
    const [first = [], ...others] = ids.map((app) => matchingBuilds(store, query, store.all('builds', app)));
    const found = others.length === 0 ? first : first.concat(...others);
    return listing(reading, inOrder(found, query.sort, buildKey), nodes.build);
  },
  build: (reading) => document(reading, reading.nodes.build(theRecord(reading, 'builds', TYPE.build))),
  buildPreReleaseVersion(reading) {
    return document(reading, reading.nodes.preReleaseVersion(theRecord(reading, 'builds', TYPE.build)));
  },
  version: (reading) => document(reading, reading.nodes.version(theVersion(reading))),
  versionBuild: (reading) => document(reading, reading.nodes.build(attachedBuild(reading))),
  versionBuildLink(reading) {
    const {id} = attachedBuild(reading);
    return {data: {type: TYPE.build, id}, links: {self: `${reading.place.origin}${reading.place.path}`}};
  },
  versionSubmission: (reading) => owned(reading, reading.nodes.versionSubmission(theVersion(reading)), TYPE.submission),
  versionPhasedRelease(reading) {
    const release = phasedReleaseOf(reading.store, theVersion(reading));
    return owned(reading, release && reading.nodes.phasedRelease(release), TYPE.phasedRelease);
  },
  versionLocalizations(reading) {
    const {store, nodes, query} = reading;
    const locales = query.filters.get('locale');
    const found = localizationsOf(store, theVersion(reading)).filter(({locale}) => locales?.includes(locale) ?? true);
    return listing(reading, found, nodes.localization);
  },
  versionReviewDetail(reading) {
    const detail = reviewDetailOf(reading.store, theVersion(reading));
    return owned(reading, detail && reading.nodes.reviewDetail(detail), TYPE.reviewDetail);
  },
  versionReviews(reading) {
    const reviews = reading.nodes.customerReviews(theVersion(reading));
    const found = reviews.filter((review) => matchesReview(reading.query, review));
    return listing(reading, inOrder(found, reading.query.sort, reviewKey), same);
  },
  localization(reading) {
    return document(reading, reading.nodes.localization(theRecord(reading, 'localizations', TYPE.localization)));
  },
  reviewDetail(reading) {
    return document(reading, reading.nodes.reviewDetail(theRecord(reading, 'reviewDetails', TYPE.reviewDetail)));
  },
  submissions: (reading) => submissions(reading, [...new Set(reading.query.filters.get('app'))]),
  submission(reading) {
    return document(reading, reading.nodes.reviewSubmission(theRecord(reading, 'submissions', TYPE.reviewSubmission)));
  },
  submissionItems(reading) {
    const items = itemsOf(reading.store, theRecord(reading, 'submissions', TYPE.reviewSubmission));
    return listing(reading, items, reading.nodes.item);
  },
};
