import {branded} from '../../store/wire.ts';
import type {AppRecord, BuildRecord, SubmissionRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import type {Node} from './documents.ts';
import {preReleaseId} from './nodes/builds.ts';
import type {Query} from './query.ts';
import {newerState} from './states.ts';

type Filters = Query['filters'];

/** Whether a filter is absent or has this value among its own. */
const allows = (filters: Filters, name: string, value: string | undefined): boolean =>
  filters.get(name)?.includes(value ?? '') ?? true;

const OLDER = branded('~State');

export function matchesVersion(filters: Filters, {id, platform, versionString, state}: VersionRecord): boolean {
  return (
    allows(filters, 'id', id) &&
    allows(filters, 'platform', platform) &&
    allows(filters, 'versionString', versionString) &&
    allows(filters, OLDER, state) &&
    allows(filters, 'appVersionState', newerState(state))
  );
}

export function matchesSubmission(filters: Filters, {platform, state}: SubmissionRecord): boolean {
  return allows(filters, 'platform', platform) && allows(filters, 'state', state);
}

const VERSIONS = branded('~Versions');

/** Filters of related resources, under the names that these have for themselves. */
const OF_VERSIONS = {
  [VERSIONS]: 'id',
  [`${VERSIONS}.platform`]: 'platform',
  [`${VERSIONS}.${OLDER}`]: OLDER,
  [`${VERSIONS}.appVersionState`]: 'appVersionState',
};
const OF_SUBMISSIONS = {'reviewSubmissions.state': 'state', 'reviewSubmissions.platform': 'platform'};

function ofRelated(filters: Filters, names: Readonly<Record<string, string>>): Filters {
  return new Map(
    Object.entries(names).flatMap(([name, own]) => {
      const values = filters.get(name);
      return values ? [[own, values] as const] : [];
    }),
  );
}

export function matchesApp(store: Store, {filters, exists}: Query, app: AppRecord): boolean {
  const [versions, submissions] = [ofRelated(filters, OF_VERSIONS), ofRelated(filters, OF_SUBMISSIONS)];
  return (
    (['id', 'name', 'bundleId', 'sku'] as const).every((name) => allows(filters, name, app[name])) &&
    (versions.size === 0 || store.versions(app.id).some((one) => matchesVersion(versions, one))) &&
    (submissions.size === 0 || store.all('submissions', app.id).some((one) => matchesSubmission(submissions, one))) &&
    exists.get('gameCenterEnabledVersions') !== true
  );
}

/** What the filters of builds look at. */
const OF_BUILDS: Readonly<Record<string, (build: BuildRecord) => string | undefined>> = {
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

/** The builds that pass the filters. Only those that were given are looked at: an app may have very many builds. */
export function matchingBuilds(
  store: Store,
  {filters, exists}: Query,
  builds: readonly BuildRecord[],
): readonly BuildRecord[] {
  const checks = Object.entries(OF_BUILDS).flatMap(([name, read]) => {
    const wanted = filters.get(name);
    return wanted ? [(build: BuildRecord) => wanted.includes(read(build) ?? '')] : [];
  });
  const attached = filters.get(branded('~Version'))?.map((id) => store.find('versions', id)?.build);
  if (attached) checks.push(({id}) => attached.includes(id));
  const isAnswered = exists.get('usesNonExemptEncryption');
  if (isAnswered !== undefined) checks.push((build) => isAnswered === (build.usesNonExemptEncryption !== undefined));
  return checks.reduce((left, check) => left.filter(check), builds);
}

/** What builds are sorted by. */
export function buildKey({uploaded, number, version}: BuildRecord, name: string): string | number {
  if (name === 'uploadedDate') return uploaded;
  return name === 'version' ? Number(number) : version;
}

export function matchesReview({filters, exists}: Query, {attributes, related}: Node): boolean {
  const answered = exists.get('publishedResponse');
  return (
    allows(filters, 'territory', String(attributes.territory)) &&
    allows(filters, 'reviewTerritory', String(attributes.territory)) &&
    allows(filters, 'rating', String(attributes.rating)) &&
    (answered === undefined || answered === (related?.response?.().total ?? 0) > 0)
  );
}

/** What customer reviews are sorted by. */
export function reviewKey({attributes}: Node, name: string): number {
  return name === 'rating' ? Number(attributes.rating) : Date.parse(String(attributes.createdDate));
}
