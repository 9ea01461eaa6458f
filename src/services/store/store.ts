import type {BuildChoice} from '../model/build-choice.ts';
import {ToolError} from '../model/error.ts';
import type {Ledger} from '../model/ledger.ts';
import type {Noted, PlannedRequest} from '../model/outcome.ts';
import type {NotesPlan} from '../model/release-notes.ts';
import type {StoreVersion} from '../model/version.ts';
import {apps, findApp, readApp} from './apps.ts';
import {attachableBuilds, attachBuild, builds, newerBuild, readBuild, updateBuild} from './builds.ts';
import {checkVersion} from './check-version.ts';
import {type Client, type ClientOptions, createClient} from './client.ts';
import {noteOf} from './confirm-write.ts';
import {createVersion, type VersionDraft} from './create-version.ts';
import {changePhased, disablePhased, enablePhased, viewPhased} from './phased-release.ts';
import {readRelease} from './read-release.ts';
import {readPage} from './reads.ts';
import {findVersion, type NamedVersion, placeholderId, resolveVersion} from './reference.ts';
import {type KnownNotes, readNotes, writeNotes} from './release-notes.ts';
import {openSubmission} from './review-target.ts';
import {listSubmissions} from './submissions.ts';
import {submitVersion} from './submit.ts';
import {deleteVersion, releaseVersion, updateVersion} from './version-writes.ts';
import {isFirstVersion, placeHolder, versions, versionsByPlatform} from './versions.ts';
import {versionFacts, versionHistory, viewVersion} from './view-version.ts';
import {PATH} from './wire.ts';
import {type Withdrawal, withdrawVersion} from './withdraw.ts';

/**
 * The store, as commands and screens use it. Versions are given by ID or reference (`APP@live`, see
 * model/reference.ts). Every method rejects with a ToolError; `signal` aborts the request in flight. A write is sent
 * once; the error of one that writes has its ledger.
 */
export interface Store extends ReturnType<typeof operationsOn> {
  readonly origin: string;
  /** The writes through this store. */
  readonly ledger: Ledger;
  /** The same store, with a ledger of its own writes. `beforeWrite` is called before each is sent, and waited for. */
  apart(beforeWrite?: () => Promise<void>): Store;
}

export function createStore(options: ClientOptions): Store {
  return storeOn(createClient(options));
}

function storeOn(client: Client): Store {
  return {
    origin: client.origin,
    ledger: client.ledger,
    apart: (beforeWrite) => storeOn(client.with(undefined, {apart: true, beforeWrite})),
    ...operationsOn(client),
  };
}

type FirstWrite = readonly [method: PlannedRequest['method'], path: string | ((id: string) => string)];
const SOME_LOCALIZATION: FirstWrite = ['PATCH', PATH.localization('<id of the localization>')];
const SOME_PHASED_RELEASE = PATH.phasedRelease('<id of the phased release>');

function operationsOn(client: Client) {
  const reading =
    <Query, Result>(operation: (client: Client, query: Query) => Result) =>
    (query: Query, signal?: AbortSignal) =>
      operation(client.with(signal), query);

  /** What is written belongs to one ledger, which an error takes along. */
  async function run<Result extends object>(
    signal: AbortSignal | undefined,
    operation: (scoped: Client) => Promise<Result>,
  ): Promise<Result & Noted> {
    const scoped = client.with(signal, {apart: true});
    const ledger = scoped.ledger.begin();
    try {
      const result = await operation(scoped);
      ledger.complete();
      ledger.leaves(undefined);
      return {...result, note: noteOf(scoped), isUnsent: ledger.writes.length === 0 || undefined};
    } catch (error) {
      throw error instanceof ToolError ? error.with({facts: {writes: ledger}}) : error;
    } finally {
      client.onStage?.(undefined);
    }
  }

  const readingVersion = <Result>(operation: (client: Client, id: string, named: NamedVersion) => Promise<Result>) =>
    reading(async (scoped, version: string) => {
      const named = await findVersion(scoped, version);
      return operation(scoped, named.id, named);
    });

  /** A write of a version. Its first request is named before anything is read: a read-only run ends there. */
  const changing =
    <Change, Result extends object>(
      [method, path]: FirstWrite,
      operation: (client: Client, id: string, change: Change, named: NamedVersion) => Promise<Result>,
    ) =>
    (version: string, change: Change, signal?: AbortSignal) =>
      changingNamed([method, path], operation)(version, change, signal);

  const changingNamed =
    <Change, Result extends object>(
      [method, path]: FirstWrite,
      operation: (client: Client, id: string, change: Change, named: NamedVersion) => Promise<Result>,
    ) =>
    (version: string | NamedVersion, change: Change, signal?: AbortSignal) =>
      run(signal, async (scoped) => {
        scoped.assertWritable(method, typeof path === 'string' ? path : path(placeholderId(version)));
        const named = await findVersion(scoped, version);
        return operation(scoped, named.id, change, named);
      });

  const writing =
    <Result extends object>(
      first: FirstWrite,
      operation: (client: Client, id: string, change: undefined, named: NamedVersion) => Promise<Result>,
    ) =>
    (version: string, signal?: AbortSignal) =>
      changing(first, operation)(version, undefined, signal);

  return {
    listApps: reading(apps.list),
    readApp: reading(readApp),
    eachAppPage: reading(apps.each),
    findApp: reading(findApp),
    listVersions: reading(versions.list),
    eachVersionPage: reading(versions.each),
    isFirstVersion: reading(isFirstVersion),
    placeHolder: reading(placeHolder),
    versionsByPlatform: reading(versionsByPlatform),
    resolveVersion: reading(resolveVersion),
    findVersion: reading(findVersion),
    viewVersion: reading(viewVersion),
    readRelease: reading(readRelease),
    versionFacts: reading(versionFacts),
    versionHistory: readingVersion(versionHistory),
    appSubmissions: (appId: string, signal?: AbortSignal) =>
      listSubmissions(client.with(signal), {appId, parts: ['items', 'actors']}),
    openSubmission: reading(openSubmission),
    listBuilds: reading(builds.list),
    eachBuildPage: reading(builds.each),
    readBuild: reading(readBuild),
    newerBuild: (version: StoreVersion, signal?: AbortSignal) => newerBuild(client.with(signal), version, true),
    attachableBuilds: (version: string, choice: BuildChoice, signal?: AbortSignal) =>
      attachableBuilds(client.with(signal), version, choice),
    readNotes: readingVersion(readNotes),
    viewPhased: readingVersion(viewPhased),
    createVersion: (draft: VersionDraft, signal?: AbortSignal) => run(signal, (scoped) => createVersion(scoped, draft)),
    updateVersion: changing(['PATCH', PATH.version], updateVersion),
    deleteVersion: writing(['DELETE', PATH.version], deleteVersion),
    attachBuild: changing(['PATCH', PATH.versionBuildLink], attachBuild),
    checkVersion: (version: string, {askService}: {askService: boolean}, signal?: AbortSignal) =>
      askService
        ? changing(['POST', PATH.reviewSubmissionItems], (scoped, _, __, named) => checkVersion(scoped, named, true))(
            version,
            undefined,
            signal,
          )
        : readingVersion((scoped, _, named) => checkVersion(scoped, named, false))(version, signal),
    submitVersion: (version: string | NamedVersion, signal?: AbortSignal) =>
      changingNamed(['POST', PATH.reviewSubmissions], (scoped, _, __, named) => submitVersion(scoped, named))(
        version,
        undefined,
        signal,
      ),
    withdrawVersion: changing(
      ['PATCH', PATH.reviewSubmission('<id of its review submission>')],
      (scoped, _, change: Withdrawal, named) => withdrawVersion(scoped, named, change),
    ),
    releaseVersion: changing(['POST', PATH.releaseRequests], releaseVersion),
    updateBuild: (id: string, change: {usesEncryption: boolean}, signal?: AbortSignal) =>
      run(signal, (scoped) => updateBuild(scoped, id, change)),
    writeNotes: (version: string, plan: NotesPlan, signal?: AbortSignal, known?: KnownNotes) =>
      changing(SOME_LOCALIZATION, (scoped, id) => writeNotes(scoped, id, plan, known))(version, undefined, signal),
    enablePhased: writing(['POST', PATH.phasedReleases], enablePhased),
    disablePhased: writing(['DELETE', SOME_PHASED_RELEASE], disablePhased),
    changePhased: changing(['PATCH', SOME_PHASED_RELEASE], changePhased),
    /** The network check of `auth`, in one request. */
    async probe(signal?: AbortSignal) {
      await readPage(client.with(signal), PATH.apps, {limit: 1});
    },
  };
}
