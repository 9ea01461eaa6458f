import {branded} from '../../store/wire.ts';
import {newerState} from '../lifecycle/enums.ts';
import type {AppRecord, BuildRecord, SubmissionRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {type Node, relatedTo} from './documents.ts';
import {preReleaseId} from './nodes.ts';
import type {Query} from './query.ts';

type Filters = Query['filters'];
/** By filter: the value that it is compared with. */
type Values<T> = Readonly<Record<string, (item: T) => string | undefined>>;

const OLDER = branded('~State');
const VERSIONS = branded('~Versions');

const OF_APPS: Values<AppRecord> = {
  id: ({id}) => id,
  name: ({name}) => name,
  bundleId: ({bundleId}) => bundleId,
  sku: ({sku}) => sku,
};
const OF_VERSIONS: Values<VersionRecord> = {
  id: ({id}) => id,
  platform: ({platform}) => platform,
  versionString: ({versionString}) => versionString,
  [OLDER]: ({state}) => state,
  appVersionState: ({state}) => newerState(state),
};
const OF_SUBMISSIONS: Values<SubmissionRecord> = {platform: ({platform}) => platform, state: ({state}) => state};
const OF_BUILDS: Values<BuildRecord> = {
  id: ({id}) => id,
  version: ({number}) => number,
  expired: ({expired}) => String(expired),
  processingState: ({state}) => state,
  usesNonExemptEncryption: ({usesNonExemptEncryption: answer}) => (answer === undefined ? undefined : String(answer)),
  'preReleaseVersion.version': ({version}) => version,
  'preReleaseVersion.platform': ({platform}) => platform,
  preReleaseVersion: preReleaseId,
  buildAudienceType: () => 'APP_STORE_ELIGIBLE',
  'betaAppReviewSubmission.betaReviewState': () => undefined,
  betaGroups: () => undefined,
};
const OF_REVIEWS: Values<Node> = {
  territory: ({attributes}) => String(attributes.territory),
  reviewTerritory: ({attributes}) => String(attributes.territory),
  rating: ({attributes}) => String(attributes.rating),
};

/** The items that pass the filters. Values of absent filters are not read: an app may have very many builds. */
function passing<T>(items: readonly T[], filters: Filters, values: Values<T>): readonly T[] {
  return Object.entries(values).reduce((left, [name, value]) => {
    const wanted = filters.get(name);
    return wanted ? left.filter((item) => wanted.includes(value(item) ?? '')) : left;
  }, items);
}

/** Filters of related resources, under the names that these have for themselves. */
function ofRelated(filters: Filters, relationship: string): Filters {
  const own = [...filters].flatMap(([name, values]): [string, readonly string[]][] => {
    if (name === relationship) return [['id', values]];
    return name.startsWith(`${relationship}.`) ? [[name.slice(relationship.length + 1), values]] : [];
  });
  return new Map(own);
}

export const matchingVersions = (versions: readonly VersionRecord[], filters: Filters): readonly VersionRecord[] =>
  passing(versions, filters, OF_VERSIONS);

export const matchingSubmissions = (
  submissions: readonly SubmissionRecord[],
  filters: Filters,
): readonly SubmissionRecord[] => passing(submissions, filters, OF_SUBMISSIONS);

export function matchingApps(store: Store, {filters, exists}: Query): readonly AppRecord[] {
  const [versions, submissions] = [ofRelated(filters, VERSIONS), ofRelated(filters, 'reviewSubmissions')];
  if (exists.get('gameCenterEnabledVersions')) return [];
  return passing(store.samples.apps, filters, OF_APPS).filter(
    ({id}) =>
      (versions.size === 0 || matchingVersions(store.versions(id), versions).length > 0) &&
      (submissions.size === 0 || matchingSubmissions(store.all('submissions', id), submissions).length > 0),
  );
}

export function matchingBuilds(
  store: Store,
  {filters, exists}: Query,
  builds: readonly BuildRecord[],
): readonly BuildRecord[] {
  const attached = filters.get(branded('~Version'))?.map((id) => store.find('versions', id)?.build);
  const isAnswered = exists.get('usesNonExemptEncryption');
  const found = passing(builds, filters, OF_BUILDS);
  if (!attached && isAnswered === undefined) return found;
  return found.filter(
    ({id, usesNonExemptEncryption: answer}) =>
      (attached?.includes(id) ?? true) && (isAnswered === undefined || isAnswered === (answer !== undefined)),
  );
}

export function matchingReviews(reviews: readonly Node[], {filters, exists}: Query): readonly Node[] {
  const answered = exists.get('publishedResponse');
  return passing(reviews, filters, OF_REVIEWS).filter(
    (review) => answered === undefined || answered === relatedTo(review, 'response').total > 0,
  );
}

/** What builds are sorted by. */
export function buildKey({uploaded, number, version}: BuildRecord, name: string): string | number {
  if (name === 'uploadedDate') return uploaded;
  return name === 'version' ? Number(number) : version;
}

/** What customer reviews are sorted by. */
export function reviewKey({attributes}: Node, name: string): number {
  return name === 'rating' ? Number(attributes.rating) : Date.parse(String(attributes.createdDate));
}

/** The items in the order asked for. @param key what an item is sorted by, by `sort` name */
export function inOrder<T>(
  items: readonly T[],
  sort: Query['sort'],
  key: (item: T, name: string) => string | number,
): readonly T[] {
  return sort.toReversed().reduce<readonly T[]>((sorted, {name, descending}) => {
    const sign = descending ? -1 : 1;
    const compare = (one: string | number, other: string | number) => (one < other ? -sign : one > other ? sign : 0);
    // Samples are kept in the usual order: a hundred thousand of them are not sorted for each page.
    if (sorted.every((item, index) => compare(key(sorted[index - 1] ?? item, name), key(item, name)) <= 0))
      return sorted;
    const keyed = sorted.map((item) => ({item, value: key(item, name)}));
    return keyed.sort((one, other) => compare(one.value, other.value)).map(({item}) => item);
  }, items);
}
