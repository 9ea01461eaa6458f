import {type HistoryEntry, historyOf} from '../model/history.ts';
import {latestOf} from '../model/submission.ts';
import type {Include, RelatedResource, VersionView} from '../model/version.ts';
import {ageRatingFor, readAppInfos} from './apps.ts';
import type {Client} from './client.ts';
import {INCLUDED_WITH_VERSION, linkOf, linksOf, toRelated} from './mapping.ts';
import {inParallel, named, readPage} from './reads.ts';
import {findVersion} from './reference.ts';
import {byLocale, NOTE_FIELDS, readNotes, toReleaseNote} from './release-notes.ts';
import {listSubmissions} from './submissions.ts';
import {type FoundVersion, getVersion, requireApp, withApp, withPhased} from './versions.ts';
import {limitOf, pathOf, REL, TYPE, VERSION_REL} from './wire.ts';

export interface ViewQuery {
  id: string;
  includeBuild?: boolean;
  includeSubmission?: boolean;
  include?: readonly Include[];
  withPhasedRelease?: boolean;
}

export async function viewVersion(client: Client, query: ViewQuery): Promise<VersionView> {
  const {id} = await findVersion(client, query.id);
  const has = (name: Include) => query.include?.includes(name) ?? false;
  const [{version: found, app, included}, reviews, submissionId, ageRating] = await inParallel(client, (linked) => {
    const first = getVersion(linked, id, {include: relationshipsFor(query)});
    const rating = () => first.then((one) => named('ageRatingDeclaration', getAgeRating(linked, one)));
    return Promise.all([
      first,
      has('customerReviews') ? named('customerReviews', getReviews(linked, id)) : undefined,
      query.includeSubmission ? first.then((one) => named('submission', findSubmission(linked, one))) : undefined,
      has('ageRatingDeclaration') ? rating() : undefined,
    ]);
  });
  const version = query.withPhasedRelease ? await withPhased(client, found) : found;
  if (!query.includeBuild) delete version.build;
  const types = query.include?.map((name) => INCLUDED_WITH_VERSION[name]?.type);
  const withVersion = included.filter(({type}) => types?.includes(type)).map(toRelated);
  return {
    version,
    app,
    submissionId,
    included: query.include && [...withVersion, ...(reviews?.included ?? []), ...(ageRating ?? [])],
    note: reviews?.note,
  };
}

function relationshipsFor(query: ViewQuery): string[] | undefined {
  const {include = [], includeBuild, includeSubmission, withPhasedRelease} = query;
  const needsApp = includeSubmission || withPhasedRelease || include.includes('ageRatingDeclaration');
  const names = [
    ...(includeBuild ? [VERSION_REL.build] : []),
    ...(includeSubmission ? [VERSION_REL.submission] : []),
    ...(withPhasedRelease ? [VERSION_REL.phasedRelease] : []),
    ...(needsApp ? [VERSION_REL.app] : []),
    ...include.flatMap((name) => INCLUDED_WITH_VERSION[name]?.relationship ?? []),
  ];
  return names.length > 0 ? [...new Set(names)] : undefined;
}

async function getReviews(client: Client, id: string) {
  const {data, meta} = await readPage(client, pathOf(TYPE.version, id, VERSION_REL.customerReviews), {limit: 200});
  const total = meta?.paging?.total ?? 0;
  const note = total > data.length ? `Only ${data.length} of ${total} customer reviews are included` : undefined;
  return {included: data.map(toRelated), note};
}

async function findSubmission(client: Client, {version, resource}: FoundVersion): Promise<string | undefined> {
  const older = linkOf(resource, VERSION_REL.submission);
  if (older) return older.id;
  const {id, appId, platform} = version;
  if (appId === undefined) return undefined;
  const all = await listSubmissions(client, {appId, platform, parts: []});
  return latestOf(all.filter(({version: named}) => named?.id === id))?.id;
}

async function getAgeRating(client: Client, {version}: FoundVersion): Promise<RelatedResource[]> {
  const {appId, state} = requireApp(version);
  const declaration = ageRatingFor(state, await readAppInfos(client, appId, [REL.ageRating]));
  return declaration ? [toRelated(declaration)] : [];
}

const MAX_LOCALES = 50;

export type VersionFacts = Awaited<ReturnType<typeof versionFacts>>;

export async function versionFacts(client: Client, id: string) {
  const {version, app, resource, included} = await getVersion(client, id, {
    include: [VERSION_REL.app, VERSION_REL.build, VERSION_REL.phasedRelease, VERSION_REL.localizations],
    fields: {[TYPE.app]: 'primaryLocale', [TYPE.localization]: NOTE_FIELDS},
    [limitOf(VERSION_REL.localizations)]: MAX_LOCALES,
  });
  const {links, isPartial} = linksOf(resource, VERSION_REL.localizations);
  const here = byLocale(
    included.filter(({type}) => type === TYPE.localization),
    toReleaseNote,
  );
  return {
    version: await withPhased(client, version),
    notes: links.length > 0 && isPartial ? (await readNotes(client, id)).notes : here,
    primaryLocale: app?.primaryLocale,
  };
}

export async function versionHistory(client: Client, id: string): Promise<HistoryEntry[]> {
  const found = await getVersion(client, id, withApp([VERSION_REL.phasedRelease]));
  const version = requireApp(await withPhased(client, found.version));
  const {appId, platform} = version;
  return historyOf(version, await listSubmissions(client, {appId, platform, parts: ['items', 'actors']}));
}
