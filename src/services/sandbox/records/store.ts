import {hash, randomBytes} from 'node:crypto';
import type {Changes} from './changes.ts';
import {OWNERS, type RecordOf, TABLES, type Table, type VersionRecord} from './shapes.ts';

export interface Lazy<T> {
  readonly length: number;
  slice(begin: number, end: number): readonly T[];
}

export interface AppSamples {
  readonly versions: Lazy<VersionRecord>;
  all<T extends Table>(table: T): readonly RecordOf<T>[];
  find<T extends Table>(table: T, id: string): RecordOf<T> | undefined;
}

export type Samples = ReadonlyMap<string, AppSamples>;

/** In these tables, the record that was added last comes first, as in the API's lists. */
const NEWEST_FIRST: readonly Table[] = ['versions', 'submissions'];

interface Pace {
  reviewStep: number;
  day: number;
}

export class Store {
  readonly now: number;
  readonly samples: Samples;
  readonly pace: Pace;
  private readonly changed: ReadonlyMap<Table, Map<string, RecordOf<Table> | null>>;

  constructor(samples: Samples, changes: Changes, now: number, pace: Pace) {
    this.samples = samples;
    this.now = now;
    this.pace = pace;
    this.changed = new Map(TABLES.map((table) => [table, new Map(Object.entries(changes[table] ?? {}))]));
  }

  find<T extends Table>(table: T, id = ''): RecordOf<T> | undefined {
    const changed = this.changedIn(table).get(id);
    if (changed === undefined) return this.samples.get(appOf(id))?.find(table, id);
    return changed && this.samples.has(changed.app) ? changed : undefined;
  }

  all<T extends Table>(table: T, app: string): readonly RecordOf<T>[] {
    const samples = this.samples.get(app)?.all(table) ?? [];
    if (!this.hasChanged(table, app)) return samples;
    const changed = this.changedIn(table);
    const kept = samples.flatMap((one) => (changed.has(one.id) ? (changed.get(one.id) ?? []) : one));
    const added = [...changed.values()].flatMap((one) => (one?.app === app && !isSampleId(one.id) ? one : []));
    return NEWEST_FIRST.includes(table) ? [...added.toReversed(), ...kept] : [...kept, ...added];
  }

  of<T extends keyof typeof OWNERS>(table: T, {id, app}: {id: string; app: string}): RecordOf<T>[] {
    const owner: string = OWNERS[table];
    return this.all(table, app).filter((record) => record[owner as keyof RecordOf<T>] === id);
  }

  newest(app: string): Lazy<VersionRecord> {
    return this.hasChanged('versions', app) ? this.all('versions', app) : (this.samples.get(app)?.versions ?? []);
  }

  /** Returns the records that time may change: records that were added or changed, and all phased releases. */
  moving<T extends Table>(table: T): readonly RecordOf<T>[] {
    if (table === 'phasedReleases') return [...this.samples.keys()].flatMap((app) => this.all(table, app));
    return [...this.changedIn(table).values()].filter((record) => record !== null);
  }

  put<T extends Table>(table: T, record: RecordOf<T>): void {
    this.changedIn(table).set(record.id, record);
  }

  remove(table: Table, record: {id: string; app: string}): void {
    for (const [owned, owner] of Object.entries(OWNERS) as [keyof typeof OWNERS, string][]) {
      if (`${owner}s` !== table) continue;
      for (const one of this.of(owned, record)) this.remove(owned, one);
    }
    const changed = this.changedIn(table);
    if (isSampleId(record.id)) changed.set(record.id, null);
    else changed.delete(record.id);
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
}

/** Except for apps, every ID contains a UUID that ends with its app's ID in hex, so that only that app is searched. */

export function sampleId(kind: string, app: string, name: string): string {
  return uuid(hash('sha1', `${kind} ${app} ${name}`), 5, app);
}

export const derivedId = (kind: string, owner: string): string => sampleId(kind, appOf(owner), owner);

export const newId = (app: string): string => uuid(randomBytes(10).toString('hex'), 4, app);

/** Returns 64 base64 characters, as in IDs of submission items. Here they encode a UUID and 12 more bytes. */
export const itemId = (uuid: string): string => Buffer.from(`${uuid}|review-item`).toString('base64');
const uuidOf = (id: string): string => (id.length === 64 ? Buffer.from(id, 'base64').toString('latin1', 0, 36) : id);

export const isSampleId = (id: string): boolean => uuidOf(id).charAt(14) === '5';

export const appOf = (id: string): string =>
  /^\d+$/.test(id) ? id : String(Number.parseInt(uuidOf(id).slice(-12), 16));

/** Builds a UUID by a regular expression, because a concatenated string would keep all of its parts in memory. */
function uuid(hex: string, version: 4 | 5, app: string): string {
  const tail = Number(app).toString(16).padStart(12, '0');
  return (hex.slice(0, 20) + tail).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, `$1-$2-${version}$3-8$4-$5`);
}
