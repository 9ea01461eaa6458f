import {TYPE} from '../../store/wire.ts';
import {invalidRelationship, Refusal} from '../errors.ts';
import {WIRE_TYPE} from '../lifecycle/lookups.ts';
import type {AppRecord, RecordOf, Table} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import type {ResourceBody, ResourceRequest} from './body.ts';
import type {Node} from './documents.ts';
import type {Nodes} from './nodes.ts';

/** On a Refusal nothing is stored. @returns how to render the answer, if there is one */
export type Write = (request: ResourceRequest & {store: Store}) => ((nodes: Nodes) => Node) | undefined;

/** The target of a relationship in the body. @throws Refusal 409 */
export function linked<T extends Table>(store: Store, table: T, body: ResourceBody, name: string): RecordOf<T> {
  const id = body.relationships[name] ?? '';
  return store.find(table, id) ?? unknownTarget(WIRE_TYPE[table], id, name);
}

export function linkedApp(store: Store, {relationships}: ResourceBody): AppRecord {
  const id = relationships.app ?? '';
  return store.samples.app(id) ?? unknownTarget(TYPE.app, id, 'app');
}

function unknownTarget(type: string, id: string, relationship: string): never {
  const detail = `There is no resource of type '${type}' with id '${id}'`;
  throw new Refusal(409, invalidRelationship(`/data/relationships/${relationship}`, detail));
}

/** Sets attributes; null and '' remove one. */
export function withAttributes<T extends object>(record: T, attributes: ResourceBody['attributes']): T {
  const given = Object.entries(attributes).map(([name, value]) => [
    name,
    value === '' || value === null ? undefined : value,
  ]);
  return {...record, ...Object.fromEntries(given)};
}
