import {invalidRelationship, Refusal} from '../errors.ts';
import {existing} from '../lifecycle/lookups.ts';
import type {Kind, RecordOf, Table} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {type ResourceBody, type ResourceRequest, readResource} from './body.ts';
import type {Node} from './documents.ts';
import {createNodes} from './nodes.ts';

/** A Refusal stores nothing. @returns the node that the answer shows, if any */
export type Write = (request: ResourceRequest & {store: Store}) => Node | undefined;

export const creates =
  <T extends Table>(table: T, create: (store: Store, given: ResourceBody) => RecordOf<T>): Write =>
  (request) => {
    const {store} = request;
    const record = create(store, readResource(request));
    store.put(table, record);
    return createNodes(store)[table](record);
  };

export const changes =
  <T extends Table>(table: T, change: (store: Store, record: RecordOf<T>, given: ResourceBody) => void): Write =>
  (request) => {
    const {store, id} = request;
    change(store, existing(store, table, id), readResource(request));
    return createNodes(store)[table](existing(store, table, id));
  };

export const removes =
  <T extends Table>(table: T, before: (store: Store, record: RecordOf<T>) => void): Write =>
  ({store, id}) => {
    const record = existing(store, table, id);
    before(store, record);
    store.remove(table, record);
    return undefined;
  };

export function linked<K extends Kind>(store: Store, kind: K, body: ResourceBody, name: string): RecordOf<K> {
  const id = body.relationships[name] ?? '';
  const record = store.find(kind, id);
  if (record) return record;
  const entry = invalidRelationship(`/data/relationships/${name}`, `${name} with id '${id}' cannot be found`);
  throw new Refusal(409, {...entry, title: 'Relationship is invalid'});
}

/** Sets attributes; null and '' remove one. */
export function withAttributes<T extends object>(record: T, attributes: ResourceBody['attributes']): T {
  const given = Object.entries(attributes).map(([name, value]) => [
    name,
    value === '' ? undefined : (value ?? undefined),
  ]);
  return {...record, ...Object.fromEntries(given)};
}
