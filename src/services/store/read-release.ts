import {asToolError} from '../model/error.ts';
import {historyOf} from '../model/history.ts';
import {isRejected} from '../model/next-step.ts';
import {type Readiness, readiness} from '../model/readiness.ts';
import type {LocaleTexts} from '../model/readiness-rules.ts';
import type {Part, Release, Review} from '../model/release.ts';
import type {ReleaseNote} from '../model/release-notes.ts';
import {holds, isOpen, type Submission, submitCase} from '../model/submission.ts';
import {type StoreVersion, stateIs, type VersionPlace} from '../model/version.ts';
import {APP_FIELDS, toApp} from './apps.ts';
import {newerBuild} from './builds.ts';
import {
  extraFacts,
  FACT_FIELDS,
  FACT_RELATIONSHIPS,
  type InfoFacts,
  readChecks,
  readInfoFacts,
  readLocales,
} from './check-version.ts';
import type {Client} from './client.ts';
import {related} from './mapping.ts';
import {inParallel} from './reads.ts';
import {readNotes} from './release-notes.ts';
import {withItems} from './review-target.ts';
import {listSubmissions} from './submissions.ts';
import {getVersion, placed, withPhased} from './versions.ts';
import {TYPE, VERSION_REL} from './wire.ts';

export interface ReleaseQuery {
  id: string;
  /** From a list: the more is known, the more is requested in parallel. */
  known?: {appId?: string; platform?: string; state?: string};
  /** A previous result. Unless the state has changed or the version is editable, only the version is read again. */
  before?: Release;
  isFirst?(): Promise<boolean>;
  /** Called with the result so far whenever a part arrives. */
  onPart?(release: Release): void;
}

/** A version with what matters at its stage. As many GETs as possible go out together; only the version's own must succeed. */
export function readRelease(client: Client, query: ReleaseQuery): Promise<Release> {
  return inParallel(client, (linked) => read(linked, query));
}

async function read(client: Client, query: ReleaseQuery): Promise<Release> {
  const {id} = query;
  const before = isComplete(query.before) ? query.before : undefined;
  const early = before ? undefined : askEarly(client, query);
  const main = await readMain(client, query);
  const {version, app} = main;
  const isEditable = stateIs(version.state, 'editable');
  if (before && !isEditable && before.version.state === version.state) {
    const {submittedDate} = before.version;
    return {...before, version: {...version, submittedDate}, app};
  }

  const submissions = early?.submissions ?? part(submissionsOf(client, version));
  const locales = early?.locales ?? (isEditable ? part(readLocales(client, id)) : undefined);
  const notes = locales ?? early?.notes ?? part(notesOf(client, id));
  const newer = isRejected(version.state) ? part(newerBuild(client, version)) : undefined;
  const info =
    early?.info ?? (isEditable ? part(readInfoFacts(client, {appId: version.appId, state: version.state})) : undefined);
  const check =
    isEditable && locales && info
      ? part(checkOf(client, {...main, locales, submissions, info, isFirst: query.isFirst}))
      : undefined;

  const {primaryLocale} = main.extra;
  const release: Release = {version, app, primaryLocale, notes: {}, review: {}, readiness: isEditable ? {} : undefined};
  const publish = (change: Partial<Release>) => {
    Object.assign(release, change);
    query.onPart?.({...release});
  };
  publish({});
  await Promise.all([
    notes.then((found) => publish({notes: found})),
    submissions.then(({value, error}) => {
      const review = value && reviewOf(version, value);
      const {submittedDate} = (review?.submission && isOpen(review.submission) && review.submission) || {};
      publish({version: {...version, submittedDate}, review: {value: review, error}});
    }),
    check?.then(async (found) => {
      const {value: newerBuild, error: newerBuildError} = (await newer) ?? {};
      publish({newerBuild, newerBuildError, readiness: found});
    }),
  ]);
  return release;
}

function isComplete(release: Release | undefined): boolean {
  return release !== undefined && !release.notes.error && !release.review.error;
}

function askEarly(client: Client, {id, known = {}}: ReleaseQuery) {
  const {appId, platform, state} = known;
  const mayBeEditable = state === undefined || stateIs(state, 'editable');
  return {
    locales: mayBeEditable ? part(readLocales(client, id)) : undefined,
    notes: mayBeEditable ? undefined : part(notesOf(client, id)),
    submissions: appId && platform ? part(submissionsOf(client, {appId, platform})) : undefined,
    info: appId && state !== undefined && mayBeEditable ? part(readInfoFacts(client, {appId, state})) : undefined,
  };
}

async function part<T>(work: Promise<T>): Promise<Part<T>> {
  try {
    return {value: await work};
  } catch (error) {
    return {error: asToolError(error)};
  }
}

async function unwrap<T>(found: Promise<Part<T>>): Promise<T> {
  const {value, error} = await found;
  if (value === undefined) throw error;
  return value;
}

async function readMain(client: Client, {id, known = {}}: ReleaseQuery) {
  const found = await getVersion(client, id, {
    include: [...FACT_RELATIONSHIPS, VERSION_REL.phasedRelease],
    fields: {[TYPE.app]: [...APP_FIELDS, ...FACT_FIELDS]},
  });
  const app = related(found.resource, VERSION_REL.app, found.included);
  const {appId = known.appId, platform = known.platform} = found.version;
  const version = placed({...(await withPhased(client, found.version)), appId, platform});
  return {version, app: app && toApp(app), extra: extraFacts(found)};
}

async function notesOf(client: Client, id: string): Promise<ReleaseNote[]> {
  return (await readNotes(client, id)).notes;
}

async function submissionsOf(client: Client, {appId, platform}: VersionPlace): Promise<Submission[]> {
  return withItems(client, await listSubmissions(client, {appId, platform, parts: ['items', 'actors']}));
}

function reviewOf(version: StoreVersion, submissions: readonly Submission[]): Review {
  const own = submissions.filter((one) => holds(one, version.id));
  const latest = own.toSorted((a, b) => (b.submittedDate ?? '').localeCompare(a.submittedDate ?? ''))[0];
  return {
    submission: own.find(isOpen) ?? latest,
    submitting: submitCase(version, submissions.filter(isOpen)),
    history: historyOf(version, submissions),
  };
}

interface Found extends Awaited<ReturnType<typeof readMain>> {
  locales: Promise<Part<LocaleTexts[]>>;
  submissions: Promise<Part<Submission[]>>;
  info: Promise<Part<InfoFacts>>;
  isFirst: ReleaseQuery['isFirst'];
}

async function checkOf(
  client: Client,
  {version, extra, locales, submissions, info, isFirst}: Found,
): Promise<Readiness> {
  const open = unwrap(submissions).then((all) => all.filter(isOpen));
  const known = {version, extra, locales: unwrap(locales), submissions: open, info: unwrap(info), isFirst};
  return readiness(version.id, await readChecks(client, known));
}
