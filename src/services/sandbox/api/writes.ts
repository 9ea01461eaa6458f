import {invalidRelationship, Refusal} from '../errors.ts';
import {existing, WIRE_TYPE} from '../lifecycle/lookups.ts';
import type {Kind, RecordOf, Table} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {type ResourceBody, type ResourceRequest, readResource} from './body.ts';
import type {Node} from './documents.ts';
import {createNodes} from './nodes.ts';

/** What the writes of records have in common: one is created, changed or removed. */

/** On a Refusal nothing is stored. @returns what the answer shows, if anything */
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

/** The target of a relationship in the body. @throws Refusal 409 */
export function linked<K extends Kind>(store: Store, kind: K, body: ResourceBody, name: string): RecordOf<K> {
  const id = body.relationships[name] ?? '';
  const record = store.find(kind, id);
  if (record) return record;
  const detail = `There is no resource of type '${WIRE_TYPE[kind]}' with id '${id}'`;
  throw new Refusal(409, invalidRelationship(`/data/relationships/${name}`, detail));
}

/** Sets attributes; null and '' remove one. */
export function withAttributes<T extends object>(record: T, attributes: ResourceBody['attributes']): T {
  const given = Object.entries(attributes).map(([name, value]) => [
    name,
    value === '' ? undefined : (value ?? undefined),
  ]);
  return {...record, ...Object.fromEntries(given)};
}
