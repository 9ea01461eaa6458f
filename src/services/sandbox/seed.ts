import {History} from './history.ts';
import {decodeId, encodeId, KIND} from './ids.ts';
import {LATER_APPS, numberedApp} from './more-apps.ts';
import type {BuildRecord, Extras, VersionRecord} from './records.ts';
import {type AppSeed, FIRST_APPS} from './sample-apps.ts';

export interface SeedOptions {
  /** How many apps; those with a name when absent. */
  apps?: number;
  /** How many versions each app has; its own number when absent. */
  versions?: number;
}

/** An app's sample data: its own members, and versions and builds by number, newest first. */
export interface AppData {
  id: string;
  index: number;
  seed: AppSeed;
  history: History;
  /** How many of its versions are not history. */
  heads: number;
  versionCount: number;
  buildCount: number;
  version(ordinal: number): VersionRecord;
  extras(ordinal: number): Extras;
  build(ordinal: number): BuildRecord;
}

/** The sample data: the same in every run, worked out when asked for. */
export interface Seed {
  appCount: number;
  app(index: number): AppData;
  /** By app ID. */
  findApp(id: string): AppData | undefined;
  /** By the ID of one of its sample resources. */
  locate(id: string, kind: number): {app: AppData; ordinal: number} | undefined;
}

const FIRST_ID = 6446048371;
const ID_STEP = 7919;

/** ID of the n-th sample app. */
export const sampleAppId = (index: number): string => String(FIRST_ID + index * ID_STEP);

export function createSeed(options: SeedOptions = {}): Seed {
  const named = [...FIRST_APPS, ...LATER_APPS];
  const appCount = options.apps ?? named.length;
  const apps = new Map<number, AppData>();

  function app(index: number): AppData {
    const known = apps.get(index);
    if (known) return known;
    const made = createApp(index, named[index] ?? numberedApp(index + 1), options.versions);
    apps.set(index, made);
    return made;
  }

  return {
    appCount,
    app,
    findApp(id) {
      const index = (Number(id) - FIRST_ID) / ID_STEP;
      return /^\d{10}$/.test(id) && Number.isInteger(index) && index >= 0 && index < appCount ? app(index) : undefined;
    },
    locate(id, kind) {
      const key = decodeId(id);
      return key?.kind === kind && key.app < appCount ? {app: app(key.app), ordinal: key.ordinal} : undefined;
    },
  };
}

function createApp(index: number, seed: AppSeed, wanted?: number): AppData {
  const id = sampleAppId(index);
  const heads = Math.min(seed.versions.length, wanted ?? seed.versions.length);
  const pastCount = wanted === undefined ? seed.history.count : wanted - heads;
  const oldest = seed.versions.at(-1)?.created ?? '2026-01-15T09:00:00-08:00';
  const history = new History(seed.platforms, seed.history.below, pastCount, Date.parse(oldest));
  const uploads = seed.builds.length;
  const buildId = (ordinal: number) => encodeId({kind: KIND.build, app: index, ordinal});

  return {
    id,
    index,
    seed,
    history,
    heads,
    versionCount: heads + pastCount,
    buildCount: uploads + pastCount,
    version(ordinal) {
      const head = ordinal < heads ? seed.versions[ordinal] : undefined;
      const past = head ?? history.at(ordinal - heads);
      const attached = seed.builds.findIndex(({number}) => number === head?.build);
      return {
        id: encodeId({kind: KIND.version, app: index, ordinal}),
        app: id,
        platform: past.platform,
        versionString: past.version,
        state: head?.state ?? 'REPLACED_WITH_NEW_VERSION',
        createdDate: past.created,
        copyright: seed.copyright.replace('2026', past.created.slice(0, 4)),
        releaseType: head?.releaseType ?? 'AFTER_APPROVAL',
        earliestReleaseDate: head?.earliestReleaseDate,
        build: head ? (attached < 0 ? undefined : buildId(attached)) : buildId(uploads + ordinal - heads),
      };
    },
    extras: (ordinal) => (ordinal < heads ? (seed.versions[ordinal] ?? {}) : {reviews: ordinal % 3}),
    build(ordinal) {
      const upload = seed.builds[ordinal];
      const past = upload ? undefined : history.at(ordinal - uploads);
      const version = upload?.version ?? past?.version ?? '';
      const platform = upload?.platform ?? past?.platform ?? 'IOS';
      const first = seed.builds.findIndex((one) => one.version === version && one.platform === platform);
      return {
        id: buildId(ordinal),
        app: id,
        preReleaseVersion: encodeId({kind: KIND.preReleaseVersion, app: index, ordinal: first < 0 ? ordinal : first}),
        number: upload?.number ?? String(pastCount - (ordinal - uploads)),
        version,
        platform,
        uploaded: upload?.uploaded ?? past?.created ?? '',
        state: upload?.state ?? 'VALID',
        expired: upload?.expired ?? upload === undefined,
      };
    },
  };
}
