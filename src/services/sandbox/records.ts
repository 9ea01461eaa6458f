import type {Platform} from '../model/version.ts';
import type {VersionSeed} from './sample-apps.ts';

/** A version as the sandbox keeps it: what a change can touch, and what it was created with. */
export interface VersionRecord {
  id: string;
  /** ID of its app. */
  app: string;
  platform: Platform;
  versionString: string;
  /** The older state name; what it is now depends on `releasedAt` and `replacedAt` too (currentState). */
  state: string;
  createdDate: string;
  copyright?: string;
  releaseType?: string;
  earliestReleaseDate?: string;
  reviewType?: string;
  usesIdfa?: boolean;
  downloadable?: boolean;
  /** ID of the attached build. */
  build?: string;
  /** When it was released, and when a newer one took its place, in ms. */
  releasedAt?: number;
  replacedAt?: number;
}

/** What hangs on a sample version and never changes. */
export type Extras = Pick<VersionSeed, 'submission' | 'phased' | 'reviews' | 'rich'>;

export interface BuildRecord {
  id: string;
  app: string;
  preReleaseVersion: string;
  number: string;
  version: string;
  platform: Platform;
  uploaded: string;
  state: string;
  expired: boolean;
}

/** How long a released version is processed before it is live. */
export const PROCESSING_MS = 3000;

/** The older state name at a time. */
export function currentState({state, releasedAt, replacedAt}: VersionRecord, now: number): string {
  if (replacedAt !== undefined && now >= replacedAt) return 'REPLACED_WITH_NEW_VERSION';
  if (releasedAt === undefined) return state;
  return now >= releasedAt + PROCESSING_MS ? 'READY_FOR_SALE' : 'PROCESSING_FOR_APP_STORE';
}
