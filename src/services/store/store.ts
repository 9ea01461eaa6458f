import type {BuildChoice} from '../model/build-choice.ts';
import type {HistoryEntry} from '../model/history.ts';
import type {AppOverview, AppPage, BuildPage, VersionFacts, VersionPage, VersionView} from '../model/pages.ts';
import type {PhasedChange, PhasedResult} from '../model/phased-release.ts';
import type {Readiness} from '../model/readiness.ts';
import type {Release} from '../model/release.ts';
import type {NotesPlan, NotesResult, VersionNotes} from '../model/release-notes.ts';
import type {Submission} from '../model/submission.ts';
import type {App, Build, StoreVersion} from '../model/version.ts';
import type {AppQuery, BuildQuery, ReleaseQuery, VersionQuery, ViewQuery} from './reads.ts';
import type {CreatedVersion, Submitted, VersionChanges, VersionDraft, Withdrawn, Written} from './writes.ts';

/**
 * The store, as commands and screens use it. A version is given as its ID or as a reference (`APP@live`, see
 * model/reference.ts). Every method rejects with a ToolError; `signal` aborts the request in
 * flight. Writes go out once; one whose outcome cannot be known rejects with `facts.outcome === 'unknown'`.
 */
export interface Store {
  /** e.g. `https://api.appstoreconnect.apple.com` */
  readonly origin: string;
  /** Apps by name, each with its newest versions and since when they wait for review. `next` is `links.next` of a page. */
  listApps(query: AppQuery | {next: string}, signal?: AbortSignal): Promise<AppPage>;
  /** One app, by app ID or bundle ID, in one request. @throws ToolError not-found */
  readApp(app: string, signal?: AbortSignal): Promise<AppOverview>;
  eachAppPage(query: AppQuery | {next: string}, signal?: AbortSignal): AsyncIterable<AppPage>;
  /** @param app app ID or bundle ID @returns at least its ID; a bundle ID that no app has is `not-found` */
  findApp(app: string, signal?: AbortSignal): Promise<App>;
  listVersions(query: VersionQuery | {next: string}, signal?: AbortSignal): Promise<VersionPage>;
  /** All pages, one after the other. A repeated or foreign link, or endless pages, is `service`. */
  eachVersionPage(query: VersionQuery | {next: string}, signal?: AbortSignal): AsyncIterable<VersionPage>;
  /** The ID of the version that an ID or a reference means. */
  resolveVersion(version: string, signal?: AbortSignal): Promise<string>;
  viewVersion(query: ViewQuery, signal?: AbortSignal): Promise<VersionView>;
  /** A version with what matters at its stage: notes, review, and what is still missing. */
  readRelease(query: ReleaseQuery, signal?: AbortSignal): Promise<Release>;
  /** What a glance at a version shows, in one request. @param id no reference */
  versionFacts(id: string, signal?: AbortSignal): Promise<VersionFacts>;
  createVersion(draft: VersionDraft, signal?: AbortSignal): Promise<CreatedVersion>;
  updateVersion(
    version: string,
    changes: VersionChanges,
    signal?: AbortSignal,
  ): Promise<Written & {version: StoreVersion}>;
  /** What happened to it, oldest first; what has no date comes last. */
  versionHistory(version: string, signal?: AbortSignal): Promise<HistoryEntry[]>;
  /** All submissions of an app, with who submitted them: what the histories of its versions are made of. */
  appSubmissions(appId: string, signal?: AbortSignal): Promise<Submission[]>;
  /** Reads the state first: one that is not deletable is `conflict` and nothing is written. */
  deleteVersion(version: string, signal?: AbortSignal): Promise<Written & {versionId: string}>;
  attachBuild(
    version: string,
    choice: BuildChoice,
    signal?: AbortSignal,
  ): Promise<Written & {versionId: string; buildId: string}>;
  /** The builds among which attachBuild would choose, newest first: to wait for one. Refused in a read-only run. */
  attachableBuilds(
    version: string,
    choice: BuildChoice,
    signal?: AbortSignal,
  ): Promise<{versionId: string; builds: Build[]}>;
  /**
   * Whether it can be submitted, and what is missing. With `askService` the service's own answer too, by way of a
   * draft: a write, of which an empty draft may stay.
   */
  checkVersion(version: string, options: {askService: boolean}, signal?: AbortSignal): Promise<Readiness>;
  /** Goes on from wherever an earlier run stopped. What is in the way or missing is `conflict`. */
  submitVersion(version: string, signal?: AbortSignal): Promise<Submitted>;
  /** The submission that holds it and is not over: what withdrawing it would take back. */
  openSubmission(
    version: Pick<StoreVersion, 'id' | 'appId' | 'platform'>,
    signal?: AbortSignal,
  ): Promise<Submission | undefined>;
  /** Takes it back from its draft, from review, or from being approved. Nothing to take back is `conflict`. */
  withdrawVersion(version: string, options: {all: boolean}, signal?: AbortSignal): Promise<Withdrawn>;
  /**
   * Reads the state first: one that is not releasable is `conflict` and nothing is written. `isPhased` says that it
   * reaches its users day by day.
   */
  releaseVersion(
    version: string,
    signal?: AbortSignal,
  ): Promise<Written & {versionId: string; releaseRequestId: string; isPhased?: boolean}>;
  /** Builds of an app, newest first, processing and expired ones included. */
  listBuilds(query: BuildQuery | {next: string}, signal?: AbortSignal): Promise<BuildPage>;
  eachBuildPage(query: BuildQuery | {next: string}, signal?: AbortSignal): AsyncIterable<BuildPage>;
  /** One build, with the version string it was made for. */
  readBuild(id: string, signal?: AbortSignal): Promise<Build>;
  /** Answers the encryption question of a build, once: one that is answered already is `conflict`. */
  updateBuild(id: string, changes: {usesEncryption: boolean}, signal?: AbortSignal): Promise<Written & {build: Build}>;
  readNotes(versionId: string, signal?: AbortSignal): Promise<VersionNotes>;
  /**
   * Writes the release notes that differ from what `plan` says. When What's New can no longer change, and for a first
   * version, it is `conflict`. A locale that fails is in the result; the others are still tried.
   */
  writeNotes(versionId: string, plan: NotesPlan, signal?: AbortSignal): Promise<NotesResult>;
  viewPhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  /** What is so already is the result, without a write; at the wrong time, and for a first version, it is `conflict`. */
  enablePhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  disablePhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  changePhased(version: string, change: PhasedChange, signal?: AbortSignal): Promise<PhasedResult>;
  /** The network check of `auth`: one request, and what it says of the credential. */
  probe(signal?: AbortSignal): Promise<void>;
}
