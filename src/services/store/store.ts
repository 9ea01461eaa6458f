import type {BuildChoice} from '../model/build-choice.ts';
import type {HistoryEntry} from '../model/history.ts';
import type {AppOverview, AppPage, BuildPage, VersionFacts, VersionPage, VersionView} from '../model/pages.ts';
import type {PhasedChange, PhasedResult} from '../model/phased-release.ts';
import type {Readiness} from '../model/readiness.ts';
import type {Attributes} from '../model/recovery.ts';
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

/** A write that was carried out. `note` says so where its answer was lost and a later reading showed it. */
export interface Written {
  note?: string;
}
type Confirmed<Result> = Promise<Result & Written>;

/** A query, or `links.next` of an earlier page. */
type OrNext<Query> = Query | {next: string};

/**
 * The store, as commands and screens use it. A version is given as its ID or as a reference (`APP@live`, see
 * model/reference.ts). Every method rejects with a ToolError; `signal` aborts the request in flight. A write goes out
 * once; one whose outcome cannot be known rejects with `facts.outcome === 'unknown'`.
 */
export interface Store {
  /** e.g. `https://api.appstoreconnect.apple.com` */
  readonly origin: string;
  /** Apps by name, each with its newest versions and since when they wait for review. */
  listApps(query: OrNext<AppQuery>, signal?: AbortSignal): Promise<AppPage>;
  /** One app, by app ID or bundle ID, in one request. @throws ToolError not-found */
  readApp(app: string, signal?: AbortSignal): Promise<AppOverview>;
  eachAppPage(query: OrNext<AppQuery>, signal?: AbortSignal): AsyncIterable<AppPage>;
  /** @param app app ID or bundle ID @returns at least its ID; a bundle ID that no app has is `not-found` */
  findApp(app: string, signal?: AbortSignal): Promise<App>;
  listVersions(query: OrNext<VersionQuery>, signal?: AbortSignal): Promise<VersionPage>;
  /** All pages, one after the other. A repeated or foreign link, or endless pages, is `service`. */
  eachVersionPage(query: OrNext<VersionQuery>, signal?: AbortSignal): AsyncIterable<VersionPage>;
  resolveVersion(version: string, signal?: AbortSignal): Promise<string>;
  viewVersion(query: ViewQuery, signal?: AbortSignal): Promise<VersionView>;
  /** A version with what matters at its stage: notes, review, and what is still missing. */
  readRelease(query: ReleaseQuery, signal?: AbortSignal): Promise<Release>;
  /** What a preview of a version shows, in one request. @param id no reference */
  versionFacts(id: string, signal?: AbortSignal): Promise<VersionFacts>;
  createVersion(draft: VersionDraft, signal?: AbortSignal): Promise<CreatedVersion>;
  updateVersion(version: string, changes: VersionChanges, signal?: AbortSignal): Confirmed<{version: StoreVersion}>;
  /** What happened to it, oldest first; what has no date comes last. */
  versionHistory(version: string, signal?: AbortSignal): Promise<HistoryEntry[]>;
  /** All submissions of an app, with who submitted them. */
  appSubmissions(appId: string, signal?: AbortSignal): Promise<Submission[]>;
  /** A state in which it cannot be deleted is `conflict`, and nothing is written. */
  deleteVersion(version: string, signal?: AbortSignal): Confirmed<{versionId: string}>;
  attachBuild(version: string, choice: BuildChoice, signal?: AbortSignal): Confirmed<AttachedBuild>;
  /** The builds among which attachBuild would choose, newest first: to wait for one. Refused in a read-only run. */
  attachableBuilds(version: string, choice: BuildChoice, signal?: AbortSignal): Promise<AttachableBuilds>;
  /**
   * Whether it can be submitted, and what is missing. With `askService` the service's own answer too, by way of a
   * draft: a write, of which an empty draft may stay.
   */
  checkVersion(version: string, options: {askService: boolean}, signal?: AbortSignal): Promise<Readiness>;
  /** Continues from wherever an earlier run stopped. What is in the way or missing is `conflict`. */
  submitVersion(version: string, signal?: AbortSignal): Promise<Submitted>;
  /** The submission that withdrawing the version would take back. */
  openSubmission(version: VersionIdentity, signal?: AbortSignal): Promise<Submission | undefined>;
  /** Takes it back from its draft, from review, or from being approved. Nothing to take back is `conflict`. */
  withdrawVersion(version: string, options: {all: boolean}, signal?: AbortSignal): Promise<Withdrawn>;
  /** A state in which it cannot be released is `conflict`, and nothing is written. */
  releaseVersion(version: string, signal?: AbortSignal): Confirmed<ReleaseRequest>;
  /** Builds of an app, newest first, processing and expired ones included. */
  listBuilds(query: OrNext<BuildQuery>, signal?: AbortSignal): Promise<BuildPage>;
  eachBuildPage(query: OrNext<BuildQuery>, signal?: AbortSignal): AsyncIterable<BuildPage>;
  /** One build, with the version string it was made for. */
  readBuild(id: string, signal?: AbortSignal): Promise<Build>;
  /** Answers the encryption question of a build, once: one that is answered already is `conflict`. */
  updateBuild(id: string, changes: {usesEncryption: boolean}, signal?: AbortSignal): Confirmed<{build: Build}>;
  readNotes(version: string, signal?: AbortSignal): Promise<VersionNotes>;
  /**
   * Writes the release notes that differ from what `plan` says. When What's New can no longer change, and for a first
   * version, it is `conflict`. A locale that fails is in the result; the others are still tried.
   */
  writeNotes(version: string, plan: NotesPlan, signal?: AbortSignal): Promise<NotesResult>;
  viewPhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  /** What is so already is the result, without a write; at the wrong time, and for a first version, it is `conflict`. */
  enablePhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  disablePhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  changePhased(version: string, change: PhasedChange, signal?: AbortSignal): Promise<PhasedResult>;
  /** The network check of `auth`: one request, and what it says of the credential. */
  probe(signal?: AbortSignal): Promise<void>;
}

/** Filters are sent to the service; absent ones are not. */
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

export interface ViewQuery {
  id: string;
  includeBuild?: boolean;
  includeSubmission?: boolean;
  /** An empty array gives `included: []`; absent gives none. */
  include?: readonly Include[];
  withPhasedRelease?: boolean;
}

export interface ReleaseQuery {
  id: string;
  /** What a list said of it: the more is known, the more is asked at once. */
  known?: {appId?: string; platform?: string; state?: string};
  /** An earlier reading. Unless the state has changed since or the version is editable, only the version is read again. */
  before?: Release;
  /** Told what there is so far, each time that a part has come. */
  onPart?(release: Release): void;
}

/** The service also finds names that only begin alike. */
export interface AppQuery {
  ids?: readonly string[];
  bundleIds?: readonly string[];
  name?: string;
  limit?: number;
}

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

export type VersionIdentity = Pick<StoreVersion, 'id' | 'appId' | 'platform'>;

/** Only the members that are present are sent. */
export interface VersionChanges extends Attributes {
  releaseType?: ReleaseType;
}

export interface VersionDraft extends VersionChanges {
  /** App ID or bundle ID. */
  app: string;
  versionString: string;
  platform: Platform;
  /** What becomes of one of that string and platform: an error (the default), the result, or changed as given. */
  ifExists?: IfExists;
}

export interface CreatedVersion extends Written {
  version: StoreVersion;
  /** It was there before. */
  existed?: true;
}

export type AttachedBuild = {versionId: string; buildId: string};
export type AttachableBuilds = {versionId: string; builds: Build[]};
/** `isPhased`: it reaches its users day by day. */
export type ReleaseRequest = {versionId: string; releaseRequestId: string; isPhased?: boolean};

export interface Submitted extends Written {
  versionId: string;
  submissionId?: string;
  /** That of the version. */
  state?: string;
  /** Something of an earlier run was used. */
  resumed: boolean;
}

export interface Withdrawn extends Written {
  versionId: string;
  submissionId: string;
  /** That of the version. */
  state?: string;
}
