import {PLATFORMS, type Platform} from '../../model/version.ts';
import type {AppRecord, BuildRecord, PhasedRecord, VersionRecord} from '../records/shapes.ts';
import {type Lazy, sampleId} from '../records/store.ts';
import samples from './apps.json' with {type: 'json'};

type OfVersion = 'platform' | 'versionString' | 'state' | 'releaseType' | 'earliestReleaseDate' | 'reviews' | 'rich';

export interface VersionSeed extends Pick<VersionRecord, OfVersion> {
  created: string | number;
  build?: string;
  phased?: Pick<PhasedRecord, 'state' | 'day' | 'startDate' | 'pausedDays'>;
  /** The parts that the version lacks: `screenshots`, `keywords` in all locales, `whatsNew de-DE` in one. */
  missing?: readonly string[];
  /** The password of the demo account. If absent, the review needs no account. */
  password?: string;
}

interface BuildSeed
  extends Pick<BuildRecord, 'number' | 'version' | 'platform'>,
    Partial<Pick<BuildRecord, 'state' | 'expired' | 'isInternal'>> {
  uploaded: string | number;
  unanswered?: boolean;
}

export interface AppSeed
  extends Pick<AppRecord, 'name' | 'bundleId' | 'sku' | 'lacks' | 'alwaysRejected' | 'rejectedBuild'> {
  /** The first locale is primary. */
  locales: readonly [string, ...string[]];
  copyright: string;
  versions: readonly VersionSeed[];
  /** Further builds, besides the valid builds that the versions name. */
  builds: readonly BuildSeed[];
  submissions: readonly {platform: Platform; state: string; submitted?: string; purchases?: readonly string[]}[];
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

export const timeOf = (date: string | number): number => new Date(date).getTime();

function toVersion(
  app: AppRecord,
  copyright: string,
  {phased, missing, password, ...seed}: VersionSeed,
): VersionRecord {
  const {platform, versionString: version, build: number} = seed;
  return {
    releaseType: 'AFTER_APPROVAL',
    ...seed,
    id: versionId(app, seed),
    app: app.id,
    created: timeOf(seed.created),
    copyright: missing?.includes('copyright') ? undefined : copyright,
    build: number && buildId(app, {platform, version, number}),
  };
}

export function makeVersions({app, seed, heads, pastCount}: Omit<Source, 'versions'>): Lazy<VersionRecord> {
  const past = pastVersions(seed, pastCount);
  const length = heads.length + pastCount;
  const made: VersionRecord[] = [];
  return {
    length,
    slice(begin, end) {
      for (let index = made.length; index < Math.min(end, length); index += 1) {
        made.push(toVersion(app, seed.copyright, heads[index] ?? past(index - heads.length)));
      }
      return made.slice(begin, end);
    },
  };
}

/** Makes `count` older versions, newest first, on alternating platforms. @returns a function from index to version */
export function pastVersions({versions, history}: AppSeed, count: number) {
  const own = PLATFORMS.filter((name) => versions.some(({platform}) => platform === name));
  const platforms = own.length > 0 ? own : PLATFORMS.slice(0, 1);
  const followed = versions.filter(({state}) => state === 'READY_FOR_SALE' || state === 'REMOVED_FROM_SALE');
  const newest = timeOf(versions.at(-1)?.created ?? '2026-01-15T09:00:00-08:00');
  const [major = 0, minor = 0] = history.below;
  const minors = Math.max(1, major * MINORS + Math.min(minor, MINORS));
  const rounds = Math.ceil(count / platforms.length);
  const patches = Math.max(1, Math.ceil(rounds / minors));
  const step = Math.min(LONGEST_STEP, REACHES_BACK / Math.max(1, count));
  return (index: number): VersionSeed & {created: number; build: string} => {
    const position = minors * patches - 1 - Math.floor(index / platforms.length);
    const line = Math.floor(position / patches);
    const platform = platforms[index % platforms.length] ?? 'IOS';
    const isLast = index < platforms.length && !followed.some((one) => one.platform === platform);
    return {
      versionString: `${Math.floor(line / MINORS)}.${line % MINORS}.${position % patches}`,
      platform,
      state: isLast ? 'READY_FOR_SALE' : 'REPLACED_WITH_NEW_VERSION',
      created: newest - Math.round(((index + 1) * step) / 60_000) * 60_000,
      build: String(count - index),
      reviews: (count - index) % 3,
    };
  };
}

export function makeBuilds({app, seed, pastCount}: Source): BuildRecord[] {
  const uploadOf = ({build: number = '', versionString: version, platform, created: uploaded}: VersionSeed) => {
    return {number, version, platform, uploaded};
  };
  const isListed = ({build, platform}: VersionSeed) =>
    seed.builds.some((one) => one.number === build && one.platform === platform);
  const attached = seed.versions.filter((version) => version.build !== undefined && !isListed(version));
  const pastOf = pastVersions(seed, pastCount);
  const past = Array.from({length: pastCount}, (_, index) => pastOf(index));
  const builds: BuildSeed[] = [
    ...seed.builds,
    ...attached.map(uploadOf),
    ...past.map((version) => ({...uploadOf(version), expired: true})),
  ];
  return builds
    .map(({unanswered, state = 'VALID', expired = false, ...build}): BuildRecord => {
      const usesNonExemptEncryption = state === 'VALID' && !unanswered ? false : undefined;
      const own = {...build, id: buildId(app, build), app: app.id, uploaded: timeOf(build.uploaded)};
      return {...own, state, expired, usesNonExemptEncryption};
    })
    .sort((one, other) => other.uploaded - one.uploaded);
}
