import type {BuildChoice} from '../model/build-choice.ts';
import type {HistoryEntry} from '../model/history.ts';
import type {PhasedChange, PhasedResult} from '../model/phased-release.ts';
import type {Readiness} from '../model/readiness.ts';
import type {Release} from '../model/release.ts';
import type {NotesPlan, NotesResult, VersionFacts, VersionNotes} from '../model/release-notes.ts';
import type {Submission} from '../model/submission.ts';
import type {
  App,
  AppOverview,
  AppPage,
  Attributes,
  Build,
  BuildPage,
  IfExists,
  Include,
  Platform,
  ProcessingState,
  ReleaseType,
  StoreVersion,
  VersionPage,
  VersionState,
  VersionView,
} from '../model/version.ts';
import type {WriteFate} from './client.ts';

/** A write that was carried out. `note` is set when only a later read confirmed it. */
export interface Written {
  note?: string;
}
type Confirmed<Result> = Promise<Result & Written>;

/** A query, or `links.next` of an earlier page. */
type OrNext<Query> = Query | {next: string};

/**
 * The store, as commands and screens use it. Versions are given by ID or reference (`APP@live`, see
 * model/reference.ts). Every method rejects with a ToolError; `signal` aborts the request in flight. A write is sent
 * once; one whose outcome cannot be determined rejects with `facts.outcome === 'unknown'`.
 */
export interface Store {
  readonly origin: string;
  /** What became of the writes through this store; `refused` when all were, `lost` when an answer was. */
  readonly written: WriteFate;
  /** The same store, which counts its own writes only. */
  apart(): Store;
  listApps(query: OrNext<AppQuery>, signal?: AbortSignal): Promise<AppPage>;
  /** By app ID or bundle ID, in one request. @throws ToolError not-found */
  readApp(app: string, signal?: AbortSignal): Promise<AppOverview>;
  eachAppPage(query: OrNext<AppQuery>, signal?: AbortSignal): AsyncIterable<AppPage>;
  /** By app ID or bundle ID; sure to know only the app's ID. @throws ToolError not-found for an unknown bundle ID */
  findApp(app: string, signal?: AbortSignal): Promise<App>;
  listVersions(query: OrNext<VersionQuery>, signal?: AbortSignal): Promise<VersionPage>;
  /** One page after the other. @throws ToolError service for a repeated or foreign link, and for endless pages */
  eachVersionPage(query: OrNext<VersionQuery>, signal?: AbortSignal): AsyncIterable<VersionPage>;
  resolveVersion(version: string, signal?: AbortSignal): Promise<string>;
  viewVersion(query: ViewQuery, signal?: AbortSignal): Promise<VersionView>;
  /** A version with what matters at its stage: notes, review, and what is still missing. */
  readRelease(query: ReleaseQuery, signal?: AbortSignal): Promise<Release>;
  /** Enough for a preview, in one request. `id` cannot be a reference. */
  versionFacts(id: string, signal?: AbortSignal): Promise<VersionFacts>;
  createVersion(draft: VersionDraft, signal?: AbortSignal): Promise<CreatedVersion>;
  updateVersion(version: string, changes: VersionChanges, signal?: AbortSignal): Confirmed<{version: StoreVersion}>;
  /** Oldest first, undated events last. */
  versionHistory(version: string, signal?: AbortSignal): Promise<HistoryEntry[]>;
  appSubmissions(appId: string, signal?: AbortSignal): Promise<Submission[]>;
  /** @throws ToolError conflict, before any write, when its state does not allow this */
  deleteVersion(version: string, signal?: AbortSignal): Confirmed<{versionId: string}>;
  attachBuild(version: string, choice: BuildChoice, signal?: AbortSignal): Confirmed<AttachedBuild>;
  /** The builds attachBuild would choose from, newest first: to wait for one. Refused in a read-only run. */
  attachableBuilds(version: string, choice: BuildChoice, signal?: AbortSignal): Promise<AttachableBuilds>;
  /**
   * Whether it can be submitted, and what is missing. `askService` adds the service's own findings by way of a draft: a
   * write, after which an empty draft may remain.
   */
  checkVersion(version: string, options: {askService: boolean}, signal?: AbortSignal): Promise<Readiness>;
  /** Continues wherever an earlier run stopped. @throws ToolError conflict when something is missing or in the way */
  submitVersion(version: string, signal?: AbortSignal): Promise<Submitted>;
  /** The submission that withdrawing the version would cancel. */
  openSubmission(version: VersionIdentity, signal?: AbortSignal): Promise<Submission | undefined>;
  /** From its draft, from review, or after approval. @throws ToolError conflict when there is nothing to withdraw */
  withdrawVersion(version: string, options: {all: boolean}, signal?: AbortSignal): Promise<Withdrawn>;
  /** @throws ToolError conflict, before any write, when its state does not allow this */
  releaseVersion(version: string, signal?: AbortSignal): Confirmed<ReleaseRequest>;
  listBuilds(query: OrNext<BuildQuery>, signal?: AbortSignal): Promise<BuildPage>;
  eachBuildPage(query: OrNext<BuildQuery>, signal?: AbortSignal): AsyncIterable<BuildPage>;
  readBuild(id: string, signal?: AbortSignal): Promise<Build>;
  /** The encryption question can be answered once. @throws ToolError conflict when it has been */
  updateBuild(id: string, changes: {usesEncryption: boolean}, signal?: AbortSignal): Confirmed<{build: Build}>;
  readNotes(version: string, signal?: AbortSignal): Promise<VersionNotes>;
  /**
   * Writes the release notes that differ from `plan`. A locale that fails is in the result; the others are still tried.
   * @throws ToolError conflict when What's New can no longer change, and for a first version
   */
  writeNotes(version: string, plan: NotesPlan, signal?: AbortSignal): Promise<NotesResult>;
  viewPhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  /**
   * A state already reached is the result, without a write.
   * @throws ToolError conflict at the wrong time, and for a first version
   */
  enablePhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  disablePhased(version: string, signal?: AbortSignal): Promise<PhasedResult>;
  changePhased(version: string, change: PhasedChange, signal?: AbortSignal): Promise<PhasedResult>;
  /** The network check of `auth`, in one request. */
  probe(signal?: AbortSignal): Promise<void>;
}

export interface VersionQuery {
  /** App ID, or a bundle ID (it has a dot), which costs one more request. */
  app: string;
  versions?: readonly string[];
  platforms?: readonly Platform[];
  states?: readonly VersionState[];
  /** 1 to 200 per page; the service's default when absent. */
  limit?: number;
  /** Includes the editable attributes. */
  withAttributes?: boolean;
  /** Includes the attached build's number and the app's name. */
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
  /** From a list: the more is known, the more is requested in parallel. */
  known?: {appId?: string; platform?: string; state?: string};
  /** A previous result. Unless the state has changed or the version is editable, only the version is read again. */
  before?: Release;
  /** Called with the result so far whenever a part arrives. */
  onPart?(release: Release): void;
}

/** The service also matches prefixes of names. */
export interface AppQuery {
  ids?: readonly string[];
  bundleIds?: readonly string[];
  name?: string;
  limit?: number;
}

export interface BuildQuery {
  /** App ID, or a bundle ID, which costs one more request. */
  app: string;
  numbers?: readonly string[];
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
  app: string;
  versionString: string;
  platform: Platform;
  /** For an existing version: fail (the default), return it, or update it as given. */
  ifExists?: IfExists;
}

export interface CreatedVersion extends Written {
  version: StoreVersion;
  existed?: true;
}

export type AttachedBuild = {versionId: string; buildId: string};
export type AttachableBuilds = {versionId: string; builds: Build[]};
/** `isPhased`: it rolls out over several days. */
export type ReleaseRequest = {versionId: string; releaseRequestId: string; isPhased?: boolean};

export interface Submitted extends Written {
  versionId: string;
  submissionId?: string;
  state?: string;
  resumed: boolean;
}

export interface Withdrawn extends Written {
  versionId: string;
  submissionId: string;
  state?: string;
}
