import type {SandboxOptions} from '../../ports.ts';
import type {RecordOf, Table} from '../records/shapes.ts';
import type {AppSamples, Samples} from '../records/store.ts';
import {NAMED_APPS, numberedApp} from './apps.ts';
import {localesOf, MAKERS} from './owned-samples.ts';
import {RELEASE_APPS} from './release-apps.ts';
import type {AppSeed} from './seed.ts';
import {makeVersions, type Source} from './version-samples.ts';

/** How many apps, and versions of each; by default the named apps with versions of their own number. */
interface SampleOptions extends Pick<SandboxOptions, 'apps' | 'versions'> {
  /** When active phased releases enter their next day, in ms; never if absent. */
  nextDay?: number;
}

const FIRST_ID = 6446048371;
const ID_STEP = 7919;

/** @param index counts from 0 */
export const sampleAppId = (index: number): string => String(FIRST_ID + index * ID_STEP);

export function createSamples({apps, versions, nextDay}: SampleOptions = {}): Samples {
  const named = [...NAMED_APPS, ...RELEASE_APPS];
  const ids = Array.from({length: apps ?? named.length}, (_, index) => sampleAppId(index));
  return new Map(
    ids.map((id, index) => [id, samplesOf(id, named[index] ?? numberedApp(index + 1), versions, nextDay)]),
  );
}

/** Tables are made on first use, versions only as far as needed. */
function samplesOf(id: string, seed: AppSeed, wanted?: number, nextDay?: number): AppSamples {
  const {name, bundleId, sku, lacks, alwaysRejected, rejectedBuild} = seed;
  const app = {id, name, bundleId, sku, primaryLocale: localesOf(seed)[0], lacks, alwaysRejected, rejectedBuild};
  const heads = seed.versions.slice(0, wanted);
  const draft = {app, seed, heads, pastCount: wanted === undefined ? seed.history.count : wanted - heads.length};
  const source: Source = {...draft, nextDay, versions: makeVersions(draft)};
  const tables = new Map<Table, readonly RecordOf<Table>[]>();
  const indexes = new Map<Table, ReadonlyMap<string, RecordOf<Table>>>();

  function all<T extends Table>(table: T): readonly RecordOf<T>[] {
    const records = tables.get(table) ?? MAKERS[table](source);
    tables.set(table, records);
    return records as readonly RecordOf<T>[];
  }

  function find<T extends Table>(table: T, id: string): RecordOf<T> | undefined {
    const index = indexes.get(table) ?? new Map(all(table).map((record) => [record.id, record]));
    indexes.set(table, index);
    return index.get(id) as RecordOf<T> | undefined;
  }

  return {app, versions: source.versions, all, find};
}
