import {TYPE} from '../../store/wire.ts';
import {invalidRelationship, Refusal} from '../errors.ts';
import {WIRE_TYPE} from '../lifecycle/lookups.ts';
import type {AppRecord, RecordOf, Table} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import type {ResourceBody, ResourceRequest} from './body.ts';
import type {Node} from './documents.ts';
import type {Nodes} from './nodes.ts';

export interface WriteRequest extends ResourceRequest {
  store: Store;
}

/** Changes the store, or throws a Refusal and then nothing is stored. @returns what to answer with, if anything */
export type Write = (request: WriteRequest) => ((nodes: Nodes) => Node) | undefined;

/** The record that a relationship of the body leads to. @throws Refusal 409 */
export function linked<T extends Table>(store: Store, table: T, body: ResourceBody, name: string): RecordOf<T> {
  const id = body.relationships[name] ?? '';
  return store.find(table, id) ?? nothingThere(WIRE_TYPE[table], id, name);
}

export function linkedApp(store: Store, {relationships}: ResourceBody): AppRecord {
  const id = relationships.app ?? '';
  return store.samples.app(id) ?? nothingThere(TYPE.app, id, 'app');
}

function nothingThere(type: string, id: string, relationship: string): never {
  const detail = `There is no resource of type '${type}' with id '${id}'`;
  throw new Refusal(409, invalidRelationship(`/data/relationships/${relationship}`, detail));
}

/** A record with the attributes of a body: null and an empty text remove one. */
export function withAttributes<T extends object>(record: T, attributes: ResourceBody['attributes']): T {
  const given = Object.entries(attributes).map(([name, value]) => [
    name,
    value === '' || value === null ? undefined : value,
  ]);
  return {...record, ...Object.fromEntries(given)};
}
