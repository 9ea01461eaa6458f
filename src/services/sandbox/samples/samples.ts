import {appOf} from '../records/ids.ts';
import type {AppRecord, RecordOf, Table, VersionRecord} from '../records/shapes.ts';
import type {Samples} from '../records/store.ts';
import {NAMED_APPS, numberedApp} from './apps.ts';
import {
  localesOf,
  makeItems,
  makeLocalizations,
  makePhasedReleases,
  makeReviewDetails,
  makeScreenshotSets,
  makeSubmissions,
} from './owned-samples.ts';
import {RELEASE_APPS} from './release-apps.ts';
import type {AppSeed} from './seed.ts';
import {makeBuilds, type Source, versionMaker} from './version-samples.ts';

export interface SampleOptions {
  /** How many apps; defaults to the named ones. */
  apps?: number;
  /** How many versions per app; defaults to the app's number. */
  versions?: number;
  /** When active phased releases enter their next day, in ms; never if absent. */
  nextDay?: number;
}

const FIRST_ID = 6446048371;
const ID_STEP = 7919;

/** @param index counts from 0 */
export const sampleAppId = (index: number): string => String(FIRST_ID + index * ID_STEP);

export function createSamples({apps: count, versions, nextDay}: SampleOptions = {}): Samples {
  const named = [...NAMED_APPS, ...RELEASE_APPS];
  const all = Array.from(
    {length: count ?? named.length},
    (_, index) => new AppSamples(sampleAppId(index), named[index] ?? numberedApp(index + 1), versions, nextDay),
  );
  const byId = new Map(all.map((samples) => [samples.app.id, samples]));
  return {
    apps: all.map(({app}) => app),
    app: (id) => byId.get(id)?.app,
    all: (table, app) => byId.get(app)?.all(table) ?? [],
    find: (table, id) => byId.get(appOf(id))?.find(table, id),
    newestVersions: (app, end, begin) => byId.get(app)?.newestVersions(end, begin) ?? [],
    versionCount: (app) => byId.get(app)?.versionCount ?? 0,
    running:
      nextDay === undefined
        ? []
        : all.flatMap((samples) => samples.all('phasedReleases').filter(({due}) => due !== undefined)),
  };
}

type Maker = (source: Source, versions: () => readonly VersionRecord[]) => readonly RecordOf<Table>[];

const MAKERS: Readonly<Record<Table, Maker>> = {
  versions: (_source, versions) => versions(),
  builds: (source, versions) => makeBuilds(source, versions()),
  submissions: makeSubmissions,
  items: makeItems,
  localizations: (source, versions) => makeLocalizations(source, versions()),
  screenshotSets: makeScreenshotSets,
  reviewDetails: makeReviewDetails,
  phasedReleases: makePhasedReleases,
};

/** The samples of one app. Tables are created on first use, versions only as far as needed. */
class AppSamples {
  readonly app: AppRecord;
  readonly versionCount: number;
  private readonly source: Source;
  private readonly versions: VersionRecord[] = [];
  private readonly tables = new Map<Table, readonly RecordOf<Table>[]>();
  private readonly indexes = new Map<Table, ReadonlyMap<string, RecordOf<Table>>>();
  private readonly makeVersion: (index: number) => VersionRecord;

  constructor(id: string, seed: AppSeed, wanted?: number, nextDay?: number) {
    const {name, bundleId, sku, lacks, alwaysRejected, rejectedBuild} = seed;
    const [primaryLocale] = localesOf(seed);
    this.app = {id, name, bundleId, sku, primaryLocale, lacks, alwaysRejected, rejectedBuild};
    const heads = seed.versions.slice(0, wanted);
    const pastCount = wanted === undefined ? seed.history.count : wanted - heads.length;
    this.source = {app: this.app, seed, heads, pastCount, nextDay, copyrights: new Map()};
    this.versionCount = heads.length + pastCount;
    this.makeVersion = versionMaker(this.source);
  }

  newestVersions(end: number, begin = 0): readonly VersionRecord[] {
    const last = Math.min(end, this.versionCount);
    while (this.versions.length < last) this.versions.push(this.makeVersion(this.versions.length));
    return begin === 0 && last === this.versionCount ? this.versions : this.versions.slice(begin, last);
  }

  all<T extends Table>(table: T): readonly RecordOf<T>[] {
    const known = this.tables.get(table);
    const records = known ?? MAKERS[table](this.source, () => this.newestVersions(this.versionCount));
    this.tables.set(table, records);
    return records as readonly RecordOf<T>[];
  }

  find<T extends Table>(table: T, id: string): RecordOf<T> | undefined {
    const index = this.indexes.get(table) ?? new Map(this.all(table).map((record) => [record.id, record]));
    this.indexes.set(table, index);
    return index.get(id) as RecordOf<T> | undefined;
  }
}
