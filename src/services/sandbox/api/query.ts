import {illegalParameter, invalidParameter, missingParameter} from '../errors.ts';
import {fieldsOf, type ReadOperation} from './api-document.ts';

/** What a reading request asks for, checked. */
export interface Query {
  /** Relationships by name. */
  include: readonly string[];
  /** By wire type: the members to answer with; a type that is not there has all of its members. */
  fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** By name: the values of which one has to match. */
  filters: ReadonlyMap<string, readonly string[]>;
  exists: ReadonlyMap<string, boolean>;
  sort: readonly {name: string; descending: boolean}[];
  limit: number;
  /** Where the page begins. */
  offset: number;
  /** By relationship: how many of an included to-many relationship. */
  limits: ReadonlyMap<string, number>;
}

const DEFAULT_LIMIT = 50;
export const DEFAULT_RELATED = 10;
/** The document has the values of these as texts. */
const BOOLEAN_FILTERS = ['expired', 'usesNonExemptEncryption'];

/** @throws Refusal 400 for a parameter that the operation does not have, and for a value that it cannot have */
export function parseQuery(parameters: URLSearchParams, operation: ReadOperation): Query {
  const query = {
    include: [] as string[],
    fields: new Map<string, Set<string>>(),
    filters: new Map<string, string[]>(),
    exists: new Map<string, boolean>(),
    sort: [] as {name: string; descending: boolean}[],
    limit: DEFAULT_LIMIT,
    offset: 0,
    limits: new Map<string, number>(),
  };
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    const value = values[0] ?? '';
    if (values.length > 1) throw invalidParameter(name, `The parameter '${name}' is given more than once`);
    const [, kind = name, member = ''] = /^(filter|fields|exists|limit)\[([^\]]*)\]$/.exec(name) ?? [];
    const isMember = kind !== name;
    const mostRelated = Object.hasOwn(operation.limits, member) ? operation.limits[member] : undefined;
    if (isMember && kind === 'filter') query.filters.set(member, readFilter(name, member, value, operation));
    else if (isMember && kind === 'exists' && operation.exists.includes(member))
      query.exists.set(member, readBoolean(name, value));
    else if (isMember && kind === 'fields') query.fields.set(member, readFields(name, member, value, operation));
    else if (isMember && kind === 'limit' && mostRelated !== undefined)
      query.limits.set(member, readLimit(name, value, mostRelated));
    else if (name === 'include' && operation.includes.length > 0) query.include = readInclude(value, operation);
    else if (name === 'sort' && operation.sort.length > 0) query.sort = readSort(value, operation.sort);
    else if (name === 'limit' && operation.limit !== undefined) query.limit = readLimit(name, value, operation.limit);
    else if (name === 'cursor' && operation.limit !== undefined) query.offset = readCursor(value);
    else throw illegalParameter(name, `The parameter '${name}' can not be used with this request`);
  }
  for (const name of operation.required) if (!query.filters.has(name)) throw missingParameter(`filter[${name}]`);
  return query;
}

function split(name: string, value: string): string[] {
  const members = value.split(',').map((member) => member.trim());
  if (members.includes('')) throw invalidParameter(name, `The parameter '${name}' has an empty value`);
  return members;
}

function readFilter(name: string, member: string, value: string, {filters}: ReadOperation): string[] {
  const allowed = Object.hasOwn(filters, member) ? filters[member] : undefined;
  if (allowed === undefined) throw illegalParameter(name, `'${member}' is not a valid filter type`);
  const values = split(name, value);
  const closed = BOOLEAN_FILTERS.includes(member) ? ['true', 'false'] : allowed;
  const wrong = closed && values.find((one) => !closed.includes(one));
  if (wrong) throw invalidParameter(name, `'${wrong}' is not a valid filter value for '${member}'`);
  return values;
}

function readFields(name: string, wireType: string, value: string, {fields}: ReadOperation): Set<string> {
  if (!fields.includes(wireType)) throw illegalParameter(name, `'${wireType}' is not a valid resource type name`);
  const known = fieldsOf(wireType);
  const members = split(name, value);
  const wrong = members.find((member) => !known.includes(member));
  if (wrong !== undefined) throw invalidParameter(name, `'${wrong}' is not a valid field name for '${wireType}'`);
  return new Set(members);
}

function readInclude(value: string, {includes}: ReadOperation): string[] {
  const members = new Set(split('include', value));
  const wrong = [...members].find((member) => !includes.includes(member));
  if (wrong !== undefined) throw invalidParameter('include', `'${wrong}' is not a valid relationship name`);
  return [...members];
}

function readSort(value: string, known: readonly string[]): {name: string; descending: boolean}[] {
  return split('sort', value).map((member) => {
    const name = member.replace(/^-/, '');
    if (!known.includes(name)) throw invalidParameter('sort', `'${member}' is not a valid sort value`);
    return {name, descending: member.startsWith('-')};
  });
}

function readLimit(name: string, value: string, most: number): number {
  const limit = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit < 1 || limit > most) {
    throw invalidParameter(name, `'${value}' is not a valid limit: it must be an integer from 1 to ${most}`);
  }
  return limit;
}

function readBoolean(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') throw invalidParameter(name, `'${value}' is not true or false`);
  return value === 'true';
}

/** A cursor is where the next page begins; opaque to clients. */
export function makeCursor(offset: number): string {
  return Buffer.from(`page:${offset}`).toString('base64url');
}

function readCursor(value: string): number {
  const offset = /^page:(\d{1,9})$/.exec(Buffer.from(value, 'base64url').toString('latin1'))?.[1];
  if (offset === undefined || makeCursor(Number(offset)) !== value) {
    throw invalidParameter('cursor', `'${value}' is not a valid cursor for this request`);
  }
  return Number(offset);
}
