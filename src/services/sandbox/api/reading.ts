import {TYPE} from '../../store/wire.ts';
import {notFound, nothingRelated} from '../errors.ts';
import type {AppRecord, BuildRecord, RecordOf, Table, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {type Node, type Place, page, single} from './documents.ts';
import {matchesSubmission} from './filters.ts';
import type {Nodes} from './nodes/graph.ts';
import type {Query} from './query.ts';

/** What a reading request is answered from. */
export interface Reading {
  store: Store;
  nodes: Nodes;
  query: Query;
  place: Place;
  /** The ID in the path, where there is one. */
  id: string;
}

export function document({place, query}: Reading, node: Node): unknown {
  return single(node, place, query);
}

export function listing<T>({place, query}: Reading, items: readonly T[], toNode: (item: T) => Node): unknown {
  const load = (offset: number, limit: number) => items.slice(offset, offset + limit).map(toNode);
  return page(items.length, load, place, query);
}

/** The one resource at the other end of a relationship of a version. @throws Refusal 404 where there is none */
export function owned(reading: Reading, node: Node | undefined, type: string): unknown {
  if (!node) throw nothingRelated(TYPE.version, reading.id, type.slice(0, -1));
  return document(reading, node);
}

/** Review submissions of these apps, the newest first. */
export function submissions(reading: Reading, apps: readonly string[]): unknown {
  const {store, nodes, query} = reading;
  const all = apps.flatMap((app) => store.all('submissions', app).toReversed());
  return listing(
    reading,
    all.filter((one) => matchesSubmission(query.filters, one)),
    nodes.reviewSubmission,
  );
}

/** What the ID in the path names. @throws Refusal 404 */
export function theApp({store, id}: Reading): AppRecord {
  const app = store.samples.app(id);
  if (!app) throw notFound(TYPE.app, id);
  return app;
}

export function theRecord<T extends Table>({store, id}: Reading, table: T, type: string): RecordOf<T> {
  const record = store.find(table, id);
  if (!record) throw notFound(type, id);
  return record;
}

export const theVersion = (reading: Reading): VersionRecord => theRecord(reading, 'versions', TYPE.version);

export function attachedBuild(reading: Reading): BuildRecord {
  const {build} = theVersion(reading);
  const found = build === undefined ? undefined : reading.store.find('builds', build);
  if (!found) throw nothingRelated(TYPE.version, reading.id, 'build');
  return found;
}
