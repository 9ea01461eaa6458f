import {ToolError} from '../model/error.ts';
import type {VersionView} from '../model/pages.ts';
import {INCLUDES, type Include, type RelatedResource} from '../model/version.ts';
import {infoFor} from './app-info.ts';
import {toApp} from './app-mapping.ts';
import type {Client} from './client.ts';
import {parseCollection, parseSingle, type SingleDocument} from './documents.ts';
import {INCLUDED_WITH_VERSION, linkOf, related, toRelated, toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {withPhased} from './read-version.ts';
import {resolveVersion} from './reference.ts';
import {findReviewSubmission} from './review-submission.ts';
import type {ViewQuery} from './store.ts';
import {AGE_RATING_REL, fields, PATH, TYPE, VERSION_REL} from './wire.ts';

/**
 * A version with what was asked for, in one GET. Customer reviews are a second one beside it; the age rating (it hangs
 * on the app's infos) and a submission of the newer kind are one more each after it, since they need the app's ID.
 */
export async function viewVersion(client: Client, query: ViewQuery, signal?: AbortSignal): Promise<VersionView> {
  const id = await resolveVersion(client, query.id, signal);
  const include = new Set(query.include);
  const [document, reviews, submissionId, ageRating] = await together(signal, (both) => {
    const first = getVersion(client, {...query, id}, include, both);
    const after = <T>(name: string, work: (document: SingleDocument) => Promise<T>) =>
      first.then((found) => named(name, () => work(found)));
    return Promise.all([
      first,
      include.has('customerReviews') ? named('customerReviews', () => getReviews(client, id, both)) : [],
      query.includeSubmission ? after('submission', (found) => findSubmission(client, found, both)) : undefined,
      include.has('ageRatingDeclaration')
        ? after('ageRatingDeclaration', (found) => getAgeRating(client, found, both))
        : [],
    ]);
  });
  const {data, included = []} = document;
  const found = toVersion(data, included);
  const version = query.withPhasedRelease ? await withPhased(client, found, signal) : found;
  if (!query.includeBuild) delete version.build;
  const asked = [...include].map((name) => INCLUDED_WITH_VERSION[name]?.type);
  const withVersion = included.filter(({type}) => asked.includes(type)).map(toRelated);
  const app = related(data, VERSION_REL.app, included);
  return {
    version,
    app: app && toApp(app),
    submissionId,
    included: query.include && inOrder([...withVersion, ...reviews, ...ageRating]),
  };
}

/** Work in parallel: one that fails ends the others. An error is reported once, and nothing is left running. */
async function together<T>(signal: AbortSignal | undefined, work: (both: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  try {
    return await work(signal ? AbortSignal.any([signal, stop.signal]) : stop.signal);
  } catch (error) {
    stop.abort(new ToolError('interrupted', 'Stopped'));
    throw error;
  }
}

/** Says which of the further requests failed. */
async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || error.kind === 'interrupted') throw error;
    throw error.with({prefix: `${name}: `});
  }
}

async function getVersion(
  client: Client,
  query: ViewQuery,
  include: ReadonlySet<Include>,
  signal?: AbortSignal,
): Promise<SingleDocument> {
  const relationships = [
    ...(query.includeBuild ? [VERSION_REL.build] : []),
    ...(query.includeSubmission ? [VERSION_REL.submission] : []),
    ...(query.withPhasedRelease ? [VERSION_REL.phasedRelease] : []),
    // The app's ID is needed for what hangs on the app.
    ...(query.includeSubmission || query.withPhasedRelease || include.has('ageRatingDeclaration')
      ? [VERSION_REL.app]
      : []),
    ...[...include].flatMap((name) => INCLUDED_WITH_VERSION[name]?.relationship ?? []),
  ];
  const target = withQuery(PATH.version(segment(query.id)), {
    include: relationships.length > 0 ? [...new Set(relationships)] : undefined,
  });
  return parseSingle(await client.get(target, signal));
}

async function getReviews(client: Client, id: string, signal?: AbortSignal): Promise<RelatedResource[]> {
  const target = withQuery(PATH.versionReviews(segment(id)), {limit: 200});
  return parseCollection(await client.get(target, signal)).data.map(toRelated);
}

async function findSubmission(
  client: Client,
  {data, included}: SingleDocument,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const older = related(data, VERSION_REL.submission, included) ?? linkOf(data, VERSION_REL.submission);
  if (older) return older.id;
  const appId = linkOf(data, VERSION_REL.app)?.id;
  return appId === undefined
    ? undefined
    : findReviewSubmission(client, {appId, versionId: data.id, platform: toVersion(data).platform}, signal);
}

/** The age rating declaration, from the app's infos. */
async function getAgeRating(client: Client, {data}: SingleDocument, signal?: AbortSignal): Promise<RelatedResource[]> {
  const appId = linkOf(data, VERSION_REL.app)?.id;
  if (appId === undefined) throw new ToolError('service', 'The service did not say which app the version belongs to');
  const target = withQuery(PATH.appInfos(segment(appId)), {
    include: AGE_RATING_REL,
    [fields(TYPE.appInfo)]: ['state', AGE_RATING_REL],
  });
  const {data: infos, included} = parseCollection(await client.get(target, signal));
  const info = infoFor(infos, toVersion(data).state);
  const declaration = info && related(info, AGE_RATING_REL, included);
  return declaration ? [toRelated(declaration)] : [];
}

/** Sorted by the resource's place in INCLUDES, each resource once. */
function inOrder(resources: readonly RelatedResource[]): RelatedResource[] {
  const place = (type: string) => INCLUDES.findIndex((name) => type === name || type === `${name}s`);
  const once = new Map(resources.map((resource) => [`${resource.type} ${resource.id}`, resource]));
  return [...once.values()].sort((one, other) => place(one.type) - place(other.type));
}
