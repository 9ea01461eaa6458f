import type {Platform} from '../../model/version.ts';
import type {AppRecord, BuildRecord, PhasedRecord, VersionRecord} from '../records/shapes.ts';
import table from './apps.json' with {type: 'json'};

type OfVersion = 'platform' | 'versionString' | 'state' | 'releaseType' | 'earliestReleaseDate' | 'reviews' | 'rich';

export interface VersionSeed extends Pick<VersionRecord, OfVersion> {
  created: string;
  build?: string;
  phased?: Partial<Pick<PhasedRecord, 'state' | 'day' | 'startDate' | 'pausedDays'>>;
  /** Makes the version ready for review, except for `missing`. Without it, only submitted versions are complete. */
  prepared?: {
    missing?: readonly ({text: string; locale?: string} | 'screenshots' | 'review contact' | 'copyright')[];
    password?: string;
  };
}

export interface BuildSeed
  extends Pick<BuildRecord, 'number' | 'version' | 'platform'>,
    Partial<Pick<BuildRecord, 'state' | 'expired' | 'isInternal'>> {
  uploaded: string;
  unanswered?: boolean;
}

export interface AppSeed
  extends Pick<AppRecord, 'name' | 'bundleId' | 'sku' | 'lacks' | 'alwaysRejected' | 'rejectedBuild'> {
  /** The first one is primary. `en-US` is the default, and is always added. */
  locales?: readonly string[];
  copyright?: string;
  versions: readonly VersionSeed[];
  builds: readonly BuildSeed[];
  submissions?: readonly {platform: Platform; state: string; submitted?: string; purchases?: readonly string[]}[];
  history: {count: number; below: readonly number[]};
}

export const NAMED_APPS = table as readonly AppSeed[];

export function numberedApp(number: number): AppSeed {
  const platform = 'IOS';
  const versions = [
    {versionString: '1.2.0', state: 'PREPARE_FOR_SUBMISSION', created: '2026-11-02', build: '3', platform},
    {versionString: '1.1.0', state: 'READY_FOR_SALE', created: '2026-04-02', build: '2', platform},
  ] as const;
  return {
    name: `Sample ${number}`,
    bundleId: `com.example.sample${number}`,
    sku: `SAMPLE-${number}`,
    versions,
    builds: versions.map(({build: number, versionString: version, platform, created: uploaded}) => {
      return {number, version, platform, uploaded};
    }),
    history: {count: 2, below: [1, 1]},
  };
}
