import type {BuildChoice} from '../model/build-choice.ts';
import {ToolError} from '../model/error.ts';
import type {Ledger} from '../model/ledger.ts';
import type {PlannedRequest, WithNote} from '../model/outcome.ts';
import type {NotesPlan, VersionNotes} from '../model/release-notes.ts';
import type {StoreVersion} from '../model/version.ts';
import {apps, fillInApp, findApp, readApp} from './apps.ts';
import {attachableBuilds, attachBuild, builds, newerBuild, readBuild, updateBuild} from './builds.ts';
import {type Client, type ClientOptions, createClient} from './client.ts';
import {noteOf} from './confirm-write.ts';
import {changePhased, disablePhased, enablePhased, viewPhased} from './phased-release.ts';
import {checkVersion, readRelease} from './read-release.ts';
import {readPage} from './reads.ts';
import {findVersion, type NamedVersion, placeholderId} from './reference.ts';
import {readNotes, writeNotes} from './release-notes.ts';
import {listSubmissions, openSubmission} from './submissions.ts';
import {submitVersion} from './submit.ts';
import {createVersion, deleteVersion, type NewVersion, releaseVersion, updateVersion} from './version-writes.ts';
import {isFirstVersion, requireApp, unreleasedVersion, versions, versionsByPlatform} from './versions.ts';
import {versionFacts, versionHistory, viewVersion} from './view-version.ts';
import {pathOf, TYPE, VERSION_REL} from './wire.ts';
import {withdrawVersion} from './withdraw.ts';

/** The store's operations, which take versions by ID or reference. The ToolError of a failed write has its ledger. */
export interface Store extends ReturnType<typeof operationsOn> {
  readonly origin: string;
  readonly ledger: Ledger;
  /** Returns the same store with a ledger of its own. */
  apart(ledger?: Ledger): Store;
}

export function createStore(options: ClientOptions): Store {
  return storeOn(createClient(options));
}

function storeOn(client: Client): Store {
  return {
    origin: client.origin,
    ledger: client.ledger,
    apart: (ledger) => storeOn(client.apart(undefined, ledger)),
    ...operationsOn(client),
  };
}

type FirstWrite = readonly [method: PlannedRequest['method'], path: string | ((id: string) => string)];
const SOME_LOCALIZATION: FirstWrite = ['PATCH', pathOf(TYPE.localization, '<id of the localization>')];
const SOME_PHASED_RELEASE = pathOf(TYPE.phasedRelease, '<id of the phased release>');

function operationsOn(client: Client) {
  const reading =
    <Query, Result>(operation: (client: Client, query: Query) => Result) =>
    (query: Query, signal?: AbortSignal) =>
      operation(client.with(signal), query);

  const readingVersion = <Result>(operation: (client: Client, named: NamedVersion) => Promise<Result>) =>
    reading(async (scoped, version: string) => operation(scoped, await findVersion(scoped, version)));

  async function run<Result extends object>(
    signal: AbortSignal | undefined,
    operation: (scoped: Client) => Promise<Result>,
  ): Promise<Result & WithNote> {
    const scoped = client.apart(signal);
    const ledger = scoped.ledger.begin();
    try {
      const result = await operation(scoped);
      ledger.complete();
      ledger.leaves(undefined);
      return {...result, note: noteOf(scoped), isUnsent: ledger.writes.length === 0 || undefined};
    } catch (error) {
      throw error instanceof ToolError ? error.with({facts: {writes: ledger}}) : error;
    } finally {
      client.onStage(undefined);
    }
  }

  const writing =
    <Result extends object>(
      [method, path]: FirstWrite,
      operation: (client: Client, named: NamedVersion) => Promise<Result>,
      parts?: readonly string[],
    ) =>
    (version: string | NamedVersion, signal?: AbortSignal) =>
      run(signal, async (scoped) => {
        scoped.assertWritable(method, typeof path === 'string' ? path : path(placeholderId(version)));
        const named = await findVersion(scoped, version, parts);
        scoped.ledger.concerns({...named, bundleId: named.app?.bundleId});
        return operation(scoped, named);
      });

  const changing =
    <Change, Result extends object>(
      first: FirstWrite,
      operation: (client: Client, named: NamedVersion, change: Change) => Promise<Result>,
      parts?: readonly string[],
    ) =>
    (version: string, change: Change, signal?: AbortSignal) =>
      writing(first, (scoped, named) => operation(scoped, named, change), parts)(version, signal);

  const phasedParts = [VERSION_REL.phasedRelease];
  const checkAlone = readingVersion((scoped, named) => checkVersion(scoped, named, false));
  const byService = (scoped: Client, named: NamedVersion) => checkVersion(scoped, named, true);
  const checkByService = writing(['POST', pathOf(TYPE.reviewSubmissionItem)], byService);

  return {
    listApps: reading(apps.list),
    readApp: reading(readApp),
    eachAppPage: reading(apps.each),
    findApp: reading(findApp),
    fillInApp: reading(fillInApp),
    listVersions: reading(versions.list),
    eachVersionPage: reading(versions.each),
    isFirstVersion: reading(isFirstVersion),
    unreleasedVersion: reading(unreleasedVersion),
    versionsByPlatform: reading(versionsByPlatform),
    findVersion: reading((scoped, version: string) => findVersion(scoped, version)),
    viewVersion: reading(viewVersion),
    readRelease: reading(readRelease),
    versionFacts: reading(versionFacts),
    versionHistory: readingVersion((scoped, {id}) => versionHistory(scoped, id)),
    appSubmissions: reading((scoped, appId: string) => listSubmissions(scoped, {appId, parts: ['items', 'actors']})),
    openSubmission: reading((scoped, version: StoreVersion) => openSubmission(scoped, requireApp(version))),
    listBuilds: reading(builds.list),
    eachBuildPage: reading(builds.each),
    readBuild: reading(readBuild),
    newerBuild: reading((scoped, version: StoreVersion) => newerBuild(scoped, version, true)),
    attachableBuilds: (version: string, choice: BuildChoice, signal?: AbortSignal) =>
      attachableBuilds(client.with(signal), version, choice),
    readNotes: readingVersion((scoped, {id}) => readNotes(scoped, id)),
    viewPhased: readingVersion(viewPhased),
    createVersion: (wanted: NewVersion, signal?: AbortSignal) => run(signal, (scoped) => createVersion(scoped, wanted)),
    updateVersion: changing(['PATCH', (id) => pathOf(TYPE.version, id)], updateVersion),
    deleteVersion: writing(['DELETE', (id) => pathOf(TYPE.version, id)], deleteVersion),
    attachBuild: changing(['PATCH', (id) => pathOf(TYPE.version, id, 'relationships/build')], attachBuild),
    checkVersion: (version: string, {askService}: {askService: boolean}, signal?: AbortSignal) =>
      askService ? checkByService(version, signal) : checkAlone(version, signal),
    submitVersion: writing(['POST', pathOf(TYPE.reviewSubmission)], submitVersion),
    withdrawVersion: changing(
      ['PATCH', pathOf(TYPE.reviewSubmission, '<id of its review submission>')],
      withdrawVersion,
    ),
    releaseVersion: changing(['POST', pathOf(TYPE.releaseRequest)], releaseVersion, phasedParts),
    updateBuild: (id: string, change: {usesEncryption: boolean}, signal?: AbortSignal) =>
      run(signal, (scoped) => updateBuild(scoped, id, change)),
    writeNotes: (version: string, plan: NotesPlan, signal?: AbortSignal, known?: Omit<VersionNotes, 'versionId'>) =>
      writing(SOME_LOCALIZATION, (scoped, named) => writeNotes(scoped, named, plan, known))(version, signal),
    enablePhased: writing(['POST', pathOf(TYPE.phasedRelease)], enablePhased, phasedParts),
    disablePhased: writing(['DELETE', SOME_PHASED_RELEASE], disablePhased, phasedParts),
    changePhased: changing(['PATCH', SOME_PHASED_RELEASE], changePhased, phasedParts),
    probe: async (signal?: AbortSignal) => {
      await readPage(client.with(signal), pathOf(TYPE.app), {limit: 1});
    },
  };
}
