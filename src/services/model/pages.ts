import type {ReleaseNote} from './release-notes.ts';
import type {App, Build, RelatedResource, StoreVersion} from './version.ts';

/** `next` is the service's own URL of the next page. */
export interface Page<Item> {
  items: Item[];
  links: {self?: string; first?: string; next?: string};
  /** Size of the whole collection, where the service reports it. */
  total?: number;
  meta?: Record<string, unknown>;
}

/** An app with its newest versions, enough for an overview. */
export interface AppOverview extends App {
  versions: StoreVersion[];
}

export type AppPage = Page<AppOverview>;

/** Versions of one app, which is named when builds were requested. */
export interface VersionPage extends Page<StoreVersion> {
  app?: App;
}

export type BuildPage = Page<Build>;

export interface VersionView {
  version: StoreVersion;
  app?: App;
  submissionId?: string;
  included?: RelatedResource[];
}

export interface VersionFacts {
  version: StoreVersion;
  /** What's New by locale. */
  notes: ReleaseNote[];
  primaryLocale?: string;
}
