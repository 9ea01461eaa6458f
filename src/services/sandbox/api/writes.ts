import {isObject} from '../../model/values.ts';
import type {WireError} from '../../store/wire.ts';
import {type ErrorCode, errorEntry, invalidRelationship, missingMember, Refusal, refusal, refuse} from '../errors.ts';
import {existing} from '../lifecycle/lookups.ts';
import type {RecordOf, Table} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import type {AttributeSchema, RequestSchema} from './api-document.ts';
import type {Node} from './documents.ts';
import {createNodes} from './nodes.ts';

type Members = Readonly<Record<string, unknown>>;
interface ResourceRequest {
  body: unknown;
  schema: RequestSchema;
  id: string;
}

export interface ResourceBody {
  attributes: Members;
  relationships: Readonly<Record<string, string | null>>;
}

/** Carries out a write, and stores nothing if it throws a Refusal. @returns the node for the response, if any */
export type Write = (request: ResourceRequest & {store: Store}) => Node | undefined;

export const creates =
  <T extends Table>(table: T, create: (store: Store, given: ResourceBody) => RecordOf<T>): Write =>
  (request) => {
    const {store} = request;
    const record = create(store, readResource(request));
    store.put(table, record);
    return createNodes(store)(table, record);
  };

export const changes =
  <T extends Table>(table: T, change: (store: Store, record: RecordOf<T>, given: ResourceBody) => void): Write =>
  (request) => {
    const {store, id} = request;
    change(store, existing(store, table, id), readResource(request));
    return createNodes(store)(table, existing(store, table, id));
  };

export const removes =
  <T extends Table>(table: T, before: (store: Store, record: RecordOf<T>) => void): Write =>
  ({store, id}) => {
    const record = existing(store, table, id);
    before(store, record);
    store.remove(table, record);
    return undefined;
  };

export function linked<T extends Table>(store: Store, table: T, body: ResourceBody, name: string): RecordOf<T> {
  const id = body.relationships[name] ?? '';
  const record = store.find(table, id);
  if (record) return record;
  const entry = invalidRelationship(`/data/relationships/${name}`, `${name} with id '${id}' cannot be found`);
  throw new Refusal(409, {...entry, title: 'Relationship is invalid'});
}

export function withAttributes<T extends object>(record: T, attributes: ResourceBody['attributes']): T {
  const given = Object.entries(attributes).map(([name, value]) => [
    name,
    value === '' || value === null ? undefined : value,
  ]);
  return {...record, ...Object.fromEntries(given)};
}

/** @throws Refusal 422 for a document of the wrong shape, and 409 with every wrong attribute and relationship */
export function readResource({body, schema, id}: ResourceRequest): ResourceBody {
  const {data} = onlyMembers(body, ['data'], '');
  const known = ['type', 'attributes', 'relationships', ...(id ? ['id'] : [])];
  const {type, id: givenId, attributes = {}, relationships = {}} = onlyMembers(data, known, '/data');
  if (type !== schema.type) throw unprocessable('/data/type', `The type must be '${schema.type}'`);
  if (givenId !== (id || undefined)) {
    throw unprocessable('/data/id', 'The id must be that of the resource in the path');
  }
  const given = asMembers(attributes, '/data/attributes');
  const related = asMembers(relationships, '/data/relationships');
  refuse(...attributeProblems(given, schema), ...relationshipProblems(related, schema));
  const ids = Object.entries(related).map(([name, value]) => [
    name,
    linkedId(value, schema.relationships[name] ?? '', `/data/relationships/${name}`),
  ]);
  return {attributes: given, relationships: Object.fromEntries(ids)};
}

/** Returns the ID in `{data: {type, id}}`, or null for `{data: null}`. @throws Refusal 422 */
export function linkedId(linkage: unknown, type: string, pointer: string): string | null {
  const {data} = onlyMembers(linkage, ['data'], pointer);
  if (data === null) return null;
  const {type: given, id} = onlyMembers(data, ['type', 'id'], `${pointer}/data`);
  if (given !== type) throw unprocessable(`${pointer}/data/type`, `The type must be '${type}'`);
  if (typeof id !== 'string' || id === '') throw unprocessable(`${pointer}/data/id`, 'The id must be a text');
  return id;
}

const unprocessable = (pointer: string, detail: string): Refusal => refusal('ENTITY_UNPROCESSABLE', detail, {pointer});

function asMembers(value: unknown, pointer: string): Members {
  if (!isObject(value)) throw unprocessable(pointer, 'An object is expected here');
  return value;
}

function onlyMembers(value: unknown, known: readonly string[], pointer: string): Members {
  const members = asMembers(value, pointer);
  const other = Object.keys(members).find((name) => !known.includes(name));
  if (other !== undefined) throw unprocessable(`${pointer}/${other}`, `Unexpected member '${other}'`);
  return members;
}

function attributeProblems(given: Members, {attributes, required}: RequestSchema): WireError[] {
  const missing = (required.attributes ?? []).filter((name) => !Object.hasOwn(given, name));
  const wrong = Object.entries(given).flatMap(([name, value]) => {
    const problem = (code: ErrorCode, detail: string) =>
      errorEntry(code, detail, {pointer: `/data/attributes/${name}`});
    const rule = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    if (!rule) return problem('ENTITY_ERROR.ATTRIBUTE.UNKNOWN', `'${name}' is not an attribute on the resource`);
    if (value === null && rule.nullable) return [];
    if (typeof value !== rule.type) {
      return problem('ENTITY_ERROR.ATTRIBUTE.TYPE', `The attribute '${name}' has a value of the wrong type`);
    }
    if (typeof value !== 'string') return [];
    if (!accepts(value, rule)) {
      const detail = `The value provided for the attribute '${name}' is not valid`;
      return problem('ENTITY_ERROR.ATTRIBUTE.INVALID', detail);
    }
    const {maxLength = value.length} = rule;
    if (value.length <= maxLength) return [];
    const detail = `The provided entity contains a field '${name}' whose value is too long. It cannot exceed ${maxLength} characters.`;
    return problem('ENTITY_ERROR.ATTRIBUTE.INVALID.TOO_LONG', detail);
  });
  return [...missing.map((name) => missingMember('attribute', name)), ...wrong];
}

function accepts(value: string, {values, pattern, format}: AttributeSchema): boolean {
  if (values) return values.includes(value);
  if (pattern) return new RegExp(pattern).test(value);
  if (format === 'uri') return value === '' || (URL.canParse(value) && /^https?:/i.test(value));
  return format !== 'date-time' || isDateTime(value);
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

function isDateTime(value: string): boolean {
  if (!DATE_TIME.test(value) || Number.isNaN(Date.parse(value))) return false;
  // Date.parse turns 30 February into 2 March, so the result is compared with the input.
  const day = value.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function relationshipProblems(given: Members, {relationships, required}: RequestSchema): WireError[] {
  const missing = (required.relationships ?? []).filter((name) => !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(relationships, name));
  const wrong = unknown.map((name) => {
    const detail = `'${name}' is not a relationship on the resource`;
    return errorEntry('ENTITY_ERROR.RELATIONSHIP.UNKNOWN', detail, {pointer: `/data/relationships/${name}`});
  });
  return [...missing.map((name) => missingMember('relationship', name)), ...wrong];
}
