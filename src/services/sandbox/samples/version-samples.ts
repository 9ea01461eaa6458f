import {PLATFORMS, type Platform} from '../../model/version.ts';
import type {AppRecord, BuildRecord, PhasedRecord, VersionRecord} from '../records/shapes.ts';
import {type Lazy, sampleId} from '../records/store.ts';
import samples from './apps.json' with {type: 'json'};

type OfVersion = 'platform' | 'versionString' | 'state' | 'releaseType' | 'earliestReleaseDate' | 'reviews' | 'rich';

export interface VersionSeed extends Pick<VersionRecord, OfVersion> {
  created: string;
  build?: string;
  phased?: Partial<Pick<PhasedRecord, 'state' | 'day' | 'startDate' | 'pausedDays'>>;
  /** Prepares a version for review, except for `missing`. If absent, a version in preparation has no review contact. */
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
  /** The first locale is primary. `en-US` is the default, and is always added. */
  locales?: readonly string[];
  copyright?: string;
  versions: readonly VersionSeed[];
  /** Further builds, besides the valid builds that the versions name. */
  builds?: readonly BuildSeed[];
  submissions?: readonly {platform: Platform; state: string; submitted?: string; purchases?: readonly string[]}[];
  history: {count: number; below: readonly number[]};
}

const completed = (seed: object): AppSeed => ({...samples.usual, ...seed}) as unknown as AppSeed;

export const NAMED_APPS = samples.apps.map(completed);

export const numberedApp = (number: number): AppSeed =>
  completed({name: `Sample ${number}`, bundleId: `com.example.sample${number}`, sku: `SAMPLE-${number}`});

export interface Source {
  app: AppRecord;
  seed: AppSeed;
  heads: readonly VersionSeed[];
  pastCount: number;
  nextDay?: number;
  versions: Lazy<VersionRecord>;
}

type PastVersion = Pick<VersionRecord, 'versionString' | 'platform' | 'state' | 'created'>;

const COPYRIGHT = '2026 Example Ltd';
const MINORS = 5;
const DAY = 86_400_000;
const LONGEST_STEP = 11 * DAY;
const REACHES_BACK = 8 * 365 * DAY;

export const versionId = (
  app: AppRecord,
  {platform, versionString}: Pick<VersionRecord, 'platform' | 'versionString'>,
): string => sampleId('versions', app.id, `${platform} ${versionString}`);

const buildId = (app: AppRecord, {platform, version, number}: Pick<BuildSeed, 'platform' | 'version' | 'number'>) =>
  sampleId('builds', app.id, `${platform} ${version} ${number}`);

export function makeVersions({app, seed, heads, pastCount}: Omit<Source, 'versions'>): Lazy<VersionRecord> {
  const past = pastVersions(seed, pastCount);
  const length = heads.length + pastCount;
  const made: VersionRecord[] = [];
  const copyright = seed.copyright ?? COPYRIGHT;

  function headVersion(head: VersionSeed): VersionRecord {
    const {phased, prepared, ...own} = head;
    const created = Date.parse(head.created);
    const {platform, versionString: version, build: number} = head;
    return {
      releaseType: 'AFTER_APPROVAL',
      ...own,
      id: versionId(app, head),
      app: app.id,
      created,
      copyright: prepared?.missing?.includes('copyright') ? undefined : copyright,
      build: number && buildId(app, {platform, version, number}),
    };
  }

  const pastVersion = (own: PastVersion, number: number): VersionRecord => ({
    ...own,
    id: versionId(app, own),
    app: app.id,
    copyright,
    releaseType: 'AFTER_APPROVAL',
    build: buildId(app, {platform: own.platform, version: own.versionString, number: String(number)}),
    reviews: number % 3,
  });

  return {
    length,
    slice(begin, end) {
      for (let index = made.length; index < Math.min(end, length); index += 1) {
        const head = heads[index];
        made.push(head ? headVersion(head) : pastVersion(past(index - heads.length), length - index));
      }
      return made.slice(begin, end);
    },
  };
}

/** Makes `count` older versions, newest first, on alternating platforms. @returns a function from index to version */
export function pastVersions({versions, history}: AppSeed, count: number): (index: number) => PastVersion {
  const own = PLATFORMS.filter((name) => versions.some(({platform}) => platform === name));
  const platforms = own.length > 0 ? own : PLATFORMS.slice(0, 1);
  const followed = versions.filter(({state}) => state === 'READY_FOR_SALE' || state === 'REMOVED_FROM_SALE');
  const newest = Date.parse(versions.at(-1)?.created ?? '2026-01-15T09:00:00-08:00');
  const [major = 0, minor = 0] = history.below;
  const minors = Math.max(1, major * MINORS + Math.min(minor, MINORS));
  const rounds = Math.ceil(count / platforms.length);
  const patches = Math.max(1, Math.ceil(rounds / minors));
  const step = Math.min(LONGEST_STEP, REACHES_BACK / Math.max(1, count));
  return (index) => {
    const position = minors * patches - 1 - Math.floor(index / platforms.length);
    const line = Math.floor(position / patches);
    const platform = platforms[index % platforms.length] ?? 'IOS';
    const isLast = index < platforms.length && !followed.some((one) => one.platform === platform);
    return {
      versionString: `${Math.floor(line / MINORS)}.${line % MINORS}.${position % patches}`,
      platform,
      state: isLast ? 'READY_FOR_SALE' : 'REPLACED_WITH_NEW_VERSION',
      created: newest - Math.round(((index + 1) * step) / 60_000) * 60_000,
    };
  };
}

export function makeBuilds({app, seed, heads, pastCount, versions}: Source): BuildRecord[] {
  const {builds = []} = seed;
  const named = seed.versions.flatMap(
    ({build: number, versionString: version, platform, created: uploaded}): BuildSeed[] => {
      const isListed = builds.some((one) => one.number === number && one.platform === platform);
      return number === undefined || isListed ? [] : [{number, version, platform, uploaded}];
    },
  );
  const uploads = [...builds, ...named].map(
    ({unanswered, state = 'VALID', expired = false, ...upload}): BuildRecord => {
      const usesNonExemptEncryption = state === 'VALID' && !unanswered ? false : undefined;
      const own = {...upload, id: buildId(app, upload), app: app.id, uploaded: Date.parse(upload.uploaded)};
      return {...own, state, expired, usesNonExemptEncryption};
    },
  );
  const old = versions.slice(heads.length, versions.length).map((past, index): BuildRecord => {
    const {build: id = '', versionString: version, platform, created: uploaded} = past;
    const rest = {state: 'VALID', expired: true, usesNonExemptEncryption: false} as const;
    return {id, app: app.id, number: String(pastCount - index), version, platform, uploaded, ...rest};
  });
  return [...uploads, ...old].sort((one, other) => other.uploaded - one.uploaded);
}
