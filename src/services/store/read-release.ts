import {once} from '../async/once.ts';
import {asToolError} from '../model/error.ts';
import {historyOf} from '../model/history.ts';
import {isRejected} from '../model/next-step.ts';
import {type Readiness, readiness} from '../model/readiness.ts';
import {checkReadiness, type LocaleTexts} from '../model/readiness-rules.ts';
import type {Part, Release, Review} from '../model/release.ts';
import type {ReleaseNote} from '../model/release-notes.ts';
import {holds, isOpen, latestOf, type Submission, submitCase} from '../model/submission.ts';
import {type AppPlatform, hasApp, type StoreVersion, stateIs, type VersionOfApp} from '../model/version.ts';
import {APP_FIELDS, infoFacts, readAppInfos} from './apps.ts';
import {askService} from './ask-service.ts';
import {newerBuild, readBuild} from './builds.ts';
import type {Client} from './client.ts';
import {boolean, linkOf, related, text} from './mapping.ts';
import {inParallel, readAll} from './reads.ts';
import type {NamedVersion} from './reference.ts';
import {byLocale, readNotes, toReleaseNote} from './release-notes.ts';
import {listSubmissions, openSubmissions, withItems} from './submissions.ts';
import {type FoundVersion, getVersion, isFirstVersion, requireApp, withPhased} from './versions.ts';
import {ATTRIBUTE, limitOf, pathOf, REL, type Resource, TYPE, VERSION_REL} from './wire.ts';

export interface ReleaseQuery {
  id: string;
  known?: {appId?: string; platform?: string; state?: string};
  /** An earlier result. If it has no errors, and the state is the same and not editable, only the version is read. */
  before?: Release;
  isFirst?(): Promise<boolean>;
  onPart?(release: Release): void;
}

export function readRelease(client: Client, query: ReleaseQuery): Promise<Release> {
  return inParallel(client, (linked) => read(linked, query));
}

async function read(client: Client, {id, known = {}, before, isFirst, onPart}: ReleaseQuery): Promise<Release> {
  const locales = once(() => readLocales(client, id));
  const notes = once(() => readNotes(client, id).then((found) => found.notes));
  const submissions = once(async ({appId, platform}: AppPlatform) =>
    withItems(client, await listSubmissions(client, {appId, platform, parts: ['items', 'actors']})),
  );
  const infos = once((appId: string) => readInfos(client, appId));
  const kept = before?.notes.error || before?.review.error ? undefined : before;
  const mayEdit = !kept && (known.state === undefined || stateIs(known.state, 'editable'));
  if (!kept) {
    if (mayEdit) locales();
    else notes();
    if (hasApp(known)) submissions(known);
    if (mayEdit && known.appId !== undefined && known.state !== undefined) infos(known.appId);
  }

  const found = await getVersion(client, id, {
    include: [...FACT_RELATIONSHIPS, VERSION_REL.phasedRelease],
    fields: {[TYPE.app]: [...APP_FIELDS, ...FACT_FIELDS]},
  });
  const {app} = found;
  const {appId = known.appId, platform = known.platform} = found.version;
  const version = requireApp({...(await withPhased(client, found.version)), appId, platform});
  const isEditable = stateIs(version.state, 'editable');
  if (kept && !isEditable && kept.version.state === version.state) {
    return {...kept, version: {...version, submittedDate: kept.version.submittedDate}, app};
  }

  const newer = isRejected(version.state) ? part(newerBuild(client, version)) : undefined;
  const check = async () => {
    const [texts, all, ofApp] = await Promise.all([locales(), submissions(version), infos(version.appId)]);
    const facts = {...found, version, locales: texts, submissions: all.filter(isOpen), infos: ofApp, isFirst};
    return readiness(id, await readChecks(client, facts));
  };
  let release: Release = {version, app, notes: {}, review: {}, readiness: isEditable ? {} : undefined};
  const publish = (change: Partial<Release>) => {
    release = {...release, ...change};
    onPart?.(release);
  };
  publish({});
  await Promise.all([
    part(isEditable || mayEdit ? locales() : notes()).then((texts) => publish({notes: texts})),
    part(submissions(version)).then(({value, error}) => {
      const review = value && reviewOf(version, value);
      const {submittedDate} = (review?.submission && isOpen(review.submission) && review.submission) || {};
      publish({version: {...version, submittedDate}, review: {value: review, error}});
    }),
    isEditable &&
      part(check()).then(async (checked) => {
        publish({newerBuild: await newer, readiness: checked});
      }),
  ]);
  return release;
}

async function part<T>(work: Promise<T>): Promise<Part<T>> {
  try {
    return {value: await work};
  } catch (error) {
    return {error: asToolError(error)};
  }
}

function reviewOf(version: StoreVersion, submissions: readonly Submission[]): Review {
  const own = submissions.filter((one) => holds(one, version.id));
  return {
    submission: latestOf(own),
    submitting: submitCase(version, submissions.filter(isOpen)),
    history: historyOf(version, submissions),
  };
}

const FACT_RELATIONSHIPS: readonly string[] = [VERSION_REL.app, VERSION_REL.build, VERSION_REL.reviewDetail];
const FACT_FIELDS: readonly string[] = ['primaryLocale', ATTRIBUTE.contentRights];

/** @param asksService whether the service validates, too, which takes writes, and may leave an empty draft behind */
export function checkVersion(client: Client, named: NamedVersion, asksService: boolean): Promise<Readiness> {
  const {id} = named;
  return inParallel(client, async (linked) => {
    const reading = getVersion(linked, id, {include: FACT_RELATIONSHIPS, fields: {[TYPE.app]: FACT_FIELDS}});
    const ofApp: Promise<AppPlatform> = hasApp(named)
      ? Promise.resolve(named)
      : reading.then(({version}) => requireApp(version));
    const [found, locales, submissions, infos] = await Promise.all([
      reading,
      readLocales(linked, id),
      ofApp.then((known) => openSubmissions(linked, known)),
      ofApp.then(({appId}) => readInfos(linked, appId)),
    ]);
    const version = requireApp(found.version);
    const {build} = version;
    // A check takes at most five GETs. The build gets the fifth unless a first version or a submission may need it.
    const mayReadBuild = build && hasNotes(locales) && submissions.length === 0;
    const whole = mayReadBuild ? {...version, build: await readBuild(linked, build.id).catch(() => build)} : version;
    const checks = await readChecks(linked, {...found, version: whole, locales, submissions, infos});
    return readiness(id, asksService ? [...checks, ...(await askService(client, named))] : checks);
  });
}

const readInfos = (client: Client, appId: string) => readAppInfos(client, appId, [REL.ageRating, REL.category]);

interface Facts extends FoundVersion {
  version: VersionOfApp;
  locales: readonly LocaleTexts[];
  submissions: readonly Submission[];
  infos: Awaited<ReturnType<typeof readInfos>>;
  isFirst?(): Promise<boolean>;
}

const hasNotes = (locales: readonly LocaleTexts[]) => locales.every(({whatsNew}) => whatsNew);

async function readChecks(client: Client, facts: Facts) {
  const {version, locales, submissions, infos, isFirst = () => isFirstVersion(client, version)} = facts;
  return checkReadiness({
    version,
    locales,
    ...extraFacts(facts),
    ...infoFacts(version.state, infos),
    isFirst: hasNotes(locales) ? false : await isFirst(),
    submitting: submitCase(version, submissions),
    now: client.clock.now(),
  });
}

export async function readLocales(client: Client, id: string): Promise<(LocaleTexts & ReleaseNote)[]> {
  const query = {include: REL.screenshots, [limitOf(REL.screenshots)]: 50};
  const {data} = await readAll(client, pathOf(TYPE.version, id, VERSION_REL.localizations), query);
  return byLocale(data, (resource) => {
    const {attributes = {}, relationships} = resource;
    const sets = relationships?.[REL.screenshots];
    return {
      ...toReleaseNote(resource),
      description: text(attributes.description),
      keywords: text(attributes.keywords),
      supportUrl: text(attributes.supportUrl),
      screenshotSets: sets === undefined ? 0 : Array.isArray(sets.data) ? sets.data.length : undefined,
    };
  });
}

function extraFacts({resource, included}: Omit<FoundVersion, 'version'>) {
  const app = related(resource, VERSION_REL.app, included)?.attributes;
  const detail = related(resource, VERSION_REL.reviewDetail, included);
  const isUnseen = !detail && linkOf(resource, VERSION_REL.reviewDetail) !== undefined;
  return {
    primaryLocale: text(app?.primaryLocale),
    hasContentRights: app && Boolean(app[ATTRIBUTE.contentRights]),
    reviewDetail: isUnseen ? ('unseen' as const) : reviewDetail(detail),
  };
}

function reviewDetail(resource: Resource | undefined) {
  if (!resource) return undefined;
  const {attributes = {}} = resource;
  const filled = Object.keys(attributes).filter((name) => text(attributes[name])?.trim());
  return {filled: new Set(filled), needsAccount: boolean(attributes.demoAccountRequired) ?? false};
}
