import type {Release} from '../model/release.ts';
import type {VersionState} from '../model/states.ts';
import type {Include, Platform, ProcessingState} from '../model/version.ts';

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
