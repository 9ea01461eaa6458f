import {asToolError, ToolError} from '../model/error.ts';
import {historyOf} from '../model/history.ts';
import {type Readiness, readiness} from '../model/readiness.ts';
import {checkReadiness} from '../model/readiness-rules.ts';
import type {Part, Release, Review} from '../model/release.ts';
import type {ReleaseNote} from '../model/release-notes.ts';
import {stateIs} from '../model/states.ts';
import {holds, isOpen, type Submission} from '../model/submission.ts';
import {submitCase} from '../model/submit-case.ts';
import type {StoreVersion} from '../model/version.ts';
import {toApp} from './app-mapping.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {related, toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {withPhased} from './read-version.ts';
import {
  FACT_FIELDS,
  FACT_RELATIONSHIPS,
  factsBeside,
  type Localization,
  readFacts,
  readLocales,
} from './readiness-facts.ts';
import {readNotes} from './release-notes.ts';
import type {ReleaseQuery} from './store.ts';
import {toSubject, withItems} from './subject.ts';
import {listSubmissions} from './submissions.ts';
import {fields, PATH, TYPE, VERSION_REL} from './wire.ts';

/**
 * A version with what matters at its stage: three GETs, and while it is editable a fourth (and a fifth where it matters
 * whether it is the first version). They go out together as far as it is known what to ask for. A part that fails says
 * so in its place; the version itself has to come.
 */
export async function readRelease(client: Client, query: ReleaseQuery, signal?: AbortSignal): Promise<Release> {
  const stop = new AbortController();
  const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  try {
    return await read(client, query, both);
  } catch (error) {
    stop.abort(new ToolError('interrupted', 'Stopped'));
    throw error;
  }
}

async function read(client: Client, query: ReleaseQuery, signal: AbortSignal): Promise<Release> {
  const {id} = query;
  const before = isWhole(query.before) ? query.before : undefined;
  const early = before ? {} : askEarly(client, query, signal);
  const main = await readMain(client, id, signal);
  const {version, app} = main;
  const isEditable = stateIs(version.state, 'editable');
  if (before && !isEditable && before.version.state === version.state) return {...before, version, app};

  const submissions = early.submissions ?? part(submissionsOf(client, version, signal));
  const locales = early.locales ?? (isEditable ? part(readLocales(client, id, signal)) : undefined);
  const notes = locales ?? early.notes ?? part(notesOf(client, id, signal));
  const check = isEditable && locales ? part(checkOf(client, {...main, locales, submissions}, signal)) : undefined;

  const {primaryLocale} = main.beside;
  const release: Release = {version, app, primaryLocale, notes: {}, review: {}, readiness: isEditable ? {} : undefined};
  const tell = (come: Partial<Release>) => {
    Object.assign(release, come);
    query.onPart?.({...release});
  };
  tell({});
  await Promise.all([
    notes.then((found) => tell({notes: found})),
    submissions.then(({value, error}) => tell({review: {value: value && reviewOf(version, value), error}})),
    check?.then((found) => tell({readiness: found})),
  ]);
  return release;
}

function isWhole(release: Release | undefined): boolean {
  return release !== undefined && !release.notes.error && !release.review.error;
}

interface Early {
  /** With all that is checked of them. */
  locales?: Promise<Part<Localization[]>>;
  notes?: Promise<Part<ReleaseNote[]>>;
  submissions?: Promise<Part<Submission[]>>;
}

/** What can be asked before the version has answered. */
function askEarly(client: Client, {id, known = {}}: ReleaseQuery, signal: AbortSignal): Early {
  const {appId, platform, state} = known;
  return {
    ...(state === undefined || stateIs(state, 'editable')
      ? {locales: part(readLocales(client, id, signal))}
      : {notes: part(notesOf(client, id, signal))}),
    submissions: appId && platform ? part(submissionsOf(client, {id, appId, platform}, signal)) : undefined,
  };
}

async function part<T>(work: Promise<T>): Promise<Part<T>> {
  try {
    return {value: await work};
  } catch (error) {
    return {error: asToolError(error)};
  }
}

async function cameOf<T>(found: Promise<Part<T>>): Promise<T> {
  const {value, error} = await found;
  if (value === undefined) throw error;
  return value;
}

async function readMain(client: Client, id: string, signal: AbortSignal) {
  const target = withQuery(PATH.version(segment(id)), {
    include: [...FACT_RELATIONSHIPS, VERSION_REL.phasedRelease],
    [fields(TYPE.app)]: ['name', 'bundleId', 'sku', ...FACT_FIELDS],
  });
  const {data, included} = parseSingle(await client.get(target, signal));
  const app = related(data, VERSION_REL.app, included);
  const version = await withPhased(client, toVersion(data, included), signal);
  return {version, app: app && toApp(app), beside: factsBeside(data, included)};
}

async function notesOf(client: Client, id: string, signal: AbortSignal): Promise<ReleaseNote[]> {
  return (await readNotes(client, id, signal)).notes;
}

async function submissionsOf(
  client: Client,
  version: Pick<StoreVersion, 'id' | 'appId' | 'platform'>,
  signal: AbortSignal,
): Promise<Submission[]> {
  const {appId, platform} = toSubject(version);
  return withItems(client, await listSubmissions(client, {appId, platform, withActors: true}, signal), signal);
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
  locales: Promise<Part<Localization[]>>;
  submissions: Promise<Part<Submission[]>>;
}

/** What is missing, of what was read anyway and of what only the check needs. */
async function checkOf(
  client: Client,
  {version, beside, locales, submissions}: Found,
  signal: AbortSignal,
): Promise<Readiness> {
  const subject = toSubject(version);
  const open = cameOf(submissions).then((all) => all.filter(isOpen));
  const read = {version: subject, beside, locales: cameOf(locales), submissions: open};
  return readiness(version.id, checkReadiness(await readFacts(client, read, signal)));
}
