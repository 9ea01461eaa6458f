import type {BuildChoice} from '../model/build-choice.ts';
import type {HistoryEntry} from '../model/history.ts';
import type {AppOverview, AppPage, BuildPage, VersionFacts, VersionPage, VersionView} from '../model/pages.ts';
import type {PhasedChange, PhasedResult} from '../model/phased-release.ts';
import type {Readiness} from '../model/readiness.ts';
import type {Release} from '../model/release.ts';
import type {NotesPlan, NotesResult, VersionNotes} from '../model/release-notes.ts';
import type {VersionState} from '../model/states.ts';
import type {Submission} from '../model/submission.ts';
import type {
  App,
  Build,
  IfExists,
  Include,
  Platform,
  ProcessingState,
  ReleaseType,
  StoreVersion,
} from '../model/version.ts';

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

/** Which versions of an app. Filters are sent to the service; absent ones are not. */
export interface VersionQuery {
  /** App ID, or a bundle ID (it has a dot), which costs one more request. */
  app: string;
  versions?: readonly string[];
  platforms?: readonly Platform[];
  states?: readonly VersionState[];
  /** 1 to 200 per page; the service's own default when absent. */
  limit?: number;
  /** Ask for what a version can be given, too. */
  withAttributes?: boolean;
  /** Ask for the number of the attached build too, and for what the app is called. */
  withBuild?: boolean;
}

/** One version, and what comes along with it. */
export interface ViewQuery {
  id: string;
  includeBuild?: boolean;
  includeSubmission?: boolean;
  /** An empty array gives `included: []`; absent gives none. */
  include?: readonly Include[];
  withPhasedRelease?: boolean;
}

/** A version with what matters at its stage. */
export interface ReleaseQuery {
  id: string;
  /** What a list said of it: the more is known, the more is asked at once. */
  known?: {appId?: string; platform?: string; state?: string};
  /** An earlier reading. Unless the state has changed since or the version is editable, only the version is read again. */
  before?: Release;
  /** Told what there is so far, each time that a part has come. */
  onPart?(release: Release): void;
}

/** Which apps. Filters are sent to the service, which also finds names that only begin alike. */
export interface AppQuery {
  ids?: readonly string[];
  bundleIds?: readonly string[];
  name?: string;
  limit?: number;
}

/** Which builds of an app. Filters are sent to the service; absent ones are not. */
export interface BuildQuery {
  /** App ID, or a bundle ID, which costs one more request. */
  app: string;
  /** Build numbers. */
  numbers?: readonly string[];
  /** Version strings that they were built for. */
  versions?: readonly string[];
  platforms?: readonly string[];
  states?: readonly ProcessingState[];
  limit?: number;
}

/** What a version is created with. `app` is an app ID or a bundle ID. */
export interface VersionDraft {
  app: string;
  versionString: string;
  platform: Platform;
  copyright?: string;
  releaseType?: ReleaseType;
  earliestReleaseDate?: string;
  /** What becomes of one of that string and platform: an error (the default), the result, or changed as given. */
  ifExists?: IfExists;
}

/** A version that was created, or that was there: `existed`. */
export interface CreatedVersion extends Written {
  version: StoreVersion;
  existed?: true;
}

/** A version that was handed to review, or that review has already. */
export interface Submitted extends Written {
  versionId: string;
  submissionId?: string;
  /** That of the version. */
  state?: string;
  /** Something of an earlier run was used. */
  resumed: boolean;
}

/** A version that was taken back. */
export interface Withdrawn extends Written {
  versionId: string;
  submissionId: string;
  /** That of the version. */
  state?: string;
}

/** Only the members that are present are sent. */
export interface VersionChanges {
  versionString?: string;
  copyright?: string;
  releaseType?: ReleaseType;
  earliestReleaseDate?: string;
}

/**
 * A write that was carried out. `note` is there when the service's own answer was lost and a later reading showed
 * that it had been carried out.
 */
export interface Written {
  note?: string;
}
