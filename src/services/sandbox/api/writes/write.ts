import {invalidRelationship, notFound, Refusal} from '../../errors.ts';
import type {RecordOf, Table} from '../../records/shapes.ts';
import type {Store} from '../../records/store.ts';
import type {Node} from '../documents.ts';
import type {Nodes} from '../nodes/graph.ts';

/** What a write answers with. */
export interface Written {
  status: 200 | 201 | 204;
  node?(nodes: Nodes): Node;
}

/** A writing operation: changes the store, or throws a Refusal and then nothing is kept. @param id the one in the path */
export type Write = (store: Store, body: unknown, id: string) => Written;

/** The record that the path names. @throws Refusal 404 */
export function existing<T extends Table>(store: Store, table: T, type: string, id: string): RecordOf<T> {
  const record = store.find(table, id);
  if (!record) throw notFound(type, id);
  return record;
}

/** The record that a relationship of the body leads to. @throws Refusal 409 */
export function linked<T extends Table>(
  store: Store,
  table: T,
  type: string,
  relationships: Readonly<Record<string, string | null>>,
  name: string,
): RecordOf<T> {
  const id = relationships[name] ?? '';
  const record = store.find(table, id);
  if (!record) throw nothingThere(type, id, name);
  return record;
}

export function nothingThere(type: string, id: string, relationship: string): Refusal {
  const detail = `There is no resource of type '${type}' with id '${id}'`;
  return new Refusal(409, invalidRelationship(`/data/relationships/${relationship}`, detail));
}

/** A record with what a body gives: null, and an empty text, take an attribute away. */
export function withAttributes<T extends object>(record: T, attributes: Readonly<Record<string, unknown>>): T {
  const given = Object.entries(attributes).map(([name, value]) => [
    name,
    value === '' ? undefined : (value ?? undefined),
  ]);
  return {...record, ...Object.fromEntries(given)};
}
