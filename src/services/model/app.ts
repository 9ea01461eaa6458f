import type {Page, StoreVersion} from './version.ts';

export interface App {
  id: string;
  name?: string;
  bundleId?: string;
  sku?: string;
}

/** An app with its newest versions, enough for an overview: what is live, what is in flight. */
export interface AppOverview extends App {
  versions: StoreVersion[];
}

export type AppPage = Page<AppOverview>;
