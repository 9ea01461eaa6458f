import type {Changes} from './changes.ts';
import {appOf, isSampleId} from './ids.ts';
import {type AppRecord, type PhasedRecord, type RecordOf, TABLES, type Table, type VersionRecord} from './shapes.ts';

/** The sample data, the same in every run, created per app on first use. */
export interface Samples {
  readonly apps: readonly AppRecord[];
  app(id: string): AppRecord | undefined;
  all<T extends Table>(table: T, app: string): readonly RecordOf<T>[];
  find<T extends Table>(table: T, id: string): RecordOf<T> | undefined;
  /** Versions from `begin` to `end`, newest first; creates none after them. */
  newestVersions(app: string, end: number, begin?: number): readonly VersionRecord[];
  versionCount(app: string): number;
  /** Active phased releases. */
  readonly running: readonly PhasedRecord[];
}

/** Durations in ms. */
export interface Pace {
  reviewStep: number;
  day: number;
}

const REVIEW_SECONDS = 10;
const DAY_SECONDS = 86_400;

export const paceOf = (options: {reviewSeconds?: number; daySeconds?: number}): Pace => ({
  reviewStep: (options.reviewSeconds ?? REVIEW_SECONDS) * 1000,
  day: (options.daySeconds ?? DAY_SECONDS) * 1000,
});

type Changed = Map<string, RecordOf<Table> | null>;

/** The store during one request: the sample data with changes on top. */
export class Store {
  /** In ms. */
  readonly now: number;
  readonly samples: Samples;
  readonly pace: Pace;
  private readonly changed: ReadonlyMap<Table, Changed>;

  constructor(samples: Samples, changes: Changes, now: number, pace: Pace) {
    this.samples = samples;
    this.now = now;
    this.pace = pace;
    this.changed = new Map(TABLES.map((table) => [table, new Map(Object.entries(changes[table] ?? {}))]));
  }

  find<T extends Table>(table: T, id: string | undefined): RecordOf<T> | undefined {
    if (id === undefined) return undefined;
    const changed = this.changedIn(table).get(id);
    if (changed === undefined) return this.samples.find(table, id);
    return changed && this.samples.app(changed.app) ? changed : undefined;
  }

  /** Samples first, then added records, the newest last. */
  all<T extends Table>(table: T, app: string): readonly RecordOf<T>[] {
    const samples = this.samples.all(table, app);
    const added = this.added(table, app);
    return added.length > 0 || this.hasChanged(table, app) ? [...this.asChanged(table, samples), ...added] : samples;
  }

  /** Newest first. */
  versions(app: string): readonly VersionRecord[] {
    const added = this.newestAdded(app);
    const samples = this.samples.all('versions', app);
    return added.length > 0 || this.hasChanged('versions', app)
      ? [...added, ...this.asChanged('versions', samples)]
      : samples;
  }

  /** From `begin` to `end`, newest first, with the total count. */
  newestVersions(app: string, end: number, begin = 0): {total: number; versions: readonly VersionRecord[]} {
    const count = this.samples.versionCount(app);
    if (!this.hasChanged('versions', app)) {
      return {total: count, versions: this.samples.newestVersions(app, end, begin)};
    }
    const added = this.newestAdded(app);
    // Another run may have had more samples.
    const isDeleted = ([id, record]: [string, VersionRecord | null]) =>
      !record && appOf(id) === app && this.samples.find('versions', id) !== undefined;
    const deleted = [...this.changedIn('versions')].filter(isDeleted).length;
    const samples = this.samples.newestVersions(app, end + deleted);
    return {
      total: count - deleted + added.length,
      versions: [...added, ...this.asChanged('versions', samples)].slice(begin, end),
    };
  }

  changedRecords<T extends Table>(table: T): RecordOf<T>[] {
    return [...this.changedIn(table).values()].filter((record) => record !== null);
  }

  runningSamples(): PhasedRecord[] {
    return this.samples.running.filter(({id}) => !this.changedIn('phasedReleases').has(id));
  }

  put<T extends Table>(table: T, record: RecordOf<T>): void {
    this.changedIn(table).set(record.id, record);
  }

  remove(table: Table, id: string): void {
    const changed = this.changed.get(table);
    if (isSampleId(id)) changed?.set(id, null);
    else changed?.delete(id);
  }

  changes(): Changes {
    const filled = [...this.changed].filter(([, records]) => records.size > 0);
    return Object.fromEntries(filled.map(([table, records]) => [table, Object.fromEntries(records)]));
  }

  private changedIn<T extends Table>(table: T): Map<string, RecordOf<T> | null> {
    return this.changed.get(table) as Map<string, RecordOf<T> | null>;
  }

  private hasChanged(table: Table, app: string): boolean {
    return [...this.changedIn(table).keys()].some((id) => appOf(id) === app);
  }

  private asChanged<T extends Table>(table: T, samples: readonly RecordOf<T>[]): readonly RecordOf<T>[] {
    const changed = this.changedIn(table);
    if (changed.size === 0) return samples;
    return samples.flatMap((sample) => {
      const record = changed.get(sample.id);
      return record === undefined ? [sample] : record === null ? [] : [record];
    });
  }

  private added<T extends Table>(table: T, app: string): RecordOf<T>[] {
    return this.changedRecords(table).filter((record) => record.app === app && !isSampleId(record.id));
  }

  /** The later of two with the same time is the newer one. */
  private newestAdded(app: string): VersionRecord[] {
    return this.added('versions', app)
      .toReversed()
      .sort((one, other) => other.created - one.created);
  }
}
