import type {ReleaseNote} from './release-notes.ts';
import type {App, Build, RelatedResource, StoreVersion} from './version.ts';

/** A page of a collection; `next` is the service's own URL of the next page. */
export interface Page<Item> {
  items: Item[];
  links: {self?: string; first?: string; next?: string};
  /** How many items the whole collection holds, where the service says so. */
  total?: number;
  meta?: Record<string, unknown>;
}

/** An app with its newest versions, enough for an overview: what is live, what is in flight. */
export interface AppOverview extends App {
  versions: StoreVersion[];
}

export type AppPage = Page<AppOverview>;

/** Versions of one app, which is named when it was asked for (with the builds). */
export interface VersionPage extends Page<StoreVersion> {
  app?: App;
}

export type BuildPage = Page<Build>;

export interface VersionView {
  version: StoreVersion;
  /** Where the service gave it along: with `includeSubmission` and `withPhasedRelease`. */
  app?: App;
  /** Only when `includeSubmission` was asked for and there is one. */
  submissionId?: string;
  /** Only when `include` was given: in the order of INCLUDES, possibly empty. */
  included?: RelatedResource[];
}

/** A version with its build and phased release, where it has them. */
export interface VersionFacts {
  version: StoreVersion;
  /** What's New by locale. */
  notes: ReleaseNote[];
  /** The app's own. */
  primaryLocale?: string;
}
