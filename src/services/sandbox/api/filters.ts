import {branded} from '../../store/wire.ts';
import {newerState} from '../lifecycle/enums.ts';
import type {AppRecord, BuildRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {type Node, relatedTo} from './documents.ts';
import {preReleaseId} from './nodes.ts';
import type {Query} from './query.ts';

type Filters = Query['filters'];
type Value<T> = (item: T, name: string) => unknown;
type Key<T> = (item: T, name: string) => string | number;

const member: Value<object> = (item, name) => (item as Readonly<Record<string, unknown>>)[name];

/** @param value what a filter compares: by default the member of its name */
export function passing<T extends object>(
  items: readonly T[],
  filters: Filters,
  value: Value<T> = member,
): readonly T[] {
  return [...filters].reduce(
    (left, [name, wanted]) => left.filter((item) => wanted.includes(String(value(item, name) ?? ''))),
    items,
  );
}

export const matchingVersions = (versions: readonly VersionRecord[], filters: Filters): readonly VersionRecord[] =>
  passing(versions, filters, (version, name) => {
    if (name === branded('~State')) return version.state;
    return name === 'appVersionState' ? newerState(version.state) : member(version, name);
  });

/** Filters of a related resource, under its own names for them. */
function ofRelated(filters: Filters, relationship: string): Filters {
  const names = [...filters.keys()].filter((name) => name.split('.')[0] === relationship);
  return new Map(names.map((name) => [name.split('.')[1] ?? 'id', filters.get(name) ?? []]));
}

export function matchingApps(store: Store, {filters, exists}: Query): readonly AppRecord[] {
  const versions = ofRelated(filters, branded('~Versions'));
  const submissions = ofRelated(filters, 'reviewSubmissions');
  if (exists.get('gameCenterEnabledVersions')) return [];
  const ofApps = new Map([...filters].filter(([name]) => ['id', 'name', 'bundleId', 'sku'].includes(name)));
  return passing(store.samples.apps, ofApps).filter(
    ({id}) =>
      (versions.size === 0 || matchingVersions(store.versions(id), versions).length > 0) &&
      (submissions.size === 0 || passing(store.all('submissions', id), submissions).length > 0),
  );
}

const OF_BUILDS: Readonly<Record<string, (build: BuildRecord) => string>> = {
  version: ({number}) => number,
  processingState: ({state}) => state,
  'preReleaseVersion.version': ({version}) => version,
  'preReleaseVersion.platform': ({platform}) => platform,
  preReleaseVersion: preReleaseId,
  buildAudienceType: () => 'APP_STORE_ELIGIBLE',
};

/** @param builds of the requested apps */
export function matchingBuilds(store: Store, query: Query, builds: readonly BuildRecord[]): readonly BuildRecord[] {
  const {filters, exists} = query;
  const {app: _app, [branded('~Version')]: attachedTo, ...ofBuilds} = Object.fromEntries(filters);
  const attached = attachedTo?.map((id) => store.find('versions', id)?.build);
  const isAnswered = exists.get('usesNonExemptEncryption');
  const found = passing(builds, new Map(Object.entries(ofBuilds)), (build, name) => {
    const read = OF_BUILDS[name];
    return read ? read(build) : member(build, name);
  });
  if (!attached && isAnswered === undefined) return found;
  return found.filter(
    ({id, usesNonExemptEncryption: answer}) =>
      (attached?.includes(id) ?? true) && (isAnswered === undefined || isAnswered === (answer !== undefined)),
  );
}

export function matchingReviews(reviews: readonly Node[], {filters, exists}: Query): readonly Node[] {
  const answered = exists.get('publishedResponse');
  const value: Value<Node> = ({attributes}, name) => attributes[name === 'reviewTerritory' ? 'territory' : name];
  return passing(reviews, filters, value).filter(
    (review) => answered === undefined || answered === relatedTo(review, 'response').total > 0,
  );
}

export function buildKey({uploaded, number, version}: BuildRecord, name: string): string | number {
  if (name === 'uploadedDate') return uploaded;
  return name === 'version' ? Number(number) : version;
}

export function reviewKey({attributes}: Node, name: string): number {
  return name === 'rating' ? Number(attributes.rating) : Date.parse(String(attributes.createdDate));
}

/** @param key the value to sort by, for a `sort` name */
export function inOrder<T>(items: readonly T[], sort: Query['sort'], key: Key<T>): readonly T[] {
  return sort.toReversed().reduce<readonly T[]>((sorted, {name, descending}) => {
    const sign = descending ? -1 : 1;
    const compare = (one: string | number, other: string | number) => (one < other ? -sign : one > other ? sign : 0);
    // Samples are kept in the default order, to avoid sorting a hundred thousand of them for each page.
    if (sorted.every((item, index) => compare(key(sorted[index - 1] ?? item, name), key(item, name)) <= 0))
      return sorted;
    const keyed = sorted.map((item) => ({item, value: key(item, name)}));
    return keyed.sort((one, other) => compare(one.value, other.value)).map(({item}) => item);
  }, items);
}
