import {type Refusal, refusal} from '../errors.ts';
import {fieldsOf, type ReadOperation} from './api-document.ts';

export type Query = Readonly<ReturnType<typeof parseQuery>>;

const DEFAULT_LIMIT = 50;
export const DEFAULT_RELATED = 10;

const illegal = (parameter: string, detail: string): Refusal => refusal('PARAMETER_ERROR.ILLEGAL', detail, {parameter});
const invalid = (parameter: string, detail: string): Refusal => refusal('PARAMETER_ERROR.INVALID', detail, {parameter});

export function parseQuery(parameters: URLSearchParams, operation: ReadOperation) {
  const query = {
    include: [] as readonly string[],
    /** The requested fields of each resource type. A type that is absent keeps all of its fields. */
    fields: new Map<string, ReadonlySet<string>>(),
    filters: new Map<string, readonly string[]>(),
    exists: new Map<string, boolean>(),
    sort: [] as readonly {name: string; descending: boolean}[],
    limit: operation.limit === undefined ? 0 : DEFAULT_LIMIT,
    offset: 0,
    limits: new Map<string, number>(),
  };
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    const value = values[0] ?? '';
    if (values.length > 1) throw invalid(name, `The parameter '${name}' is given more than once`);
    const [, kind = name, member] = /^(filter|fields|exists|limit)\[([^\]]*)\]$/.exec(name) ?? [];
    if (member !== undefined) {
      const most = Object.hasOwn(operation.limits, member) ? operation.limits[member] : undefined;
      if (kind === 'filter') query.filters.set(member, readFilter(name, member, value, operation));
      else if (kind === 'fields') query.fields.set(member, readFields(name, member, value, operation));
      else if (kind === 'exists' && operation.exists.includes(member))
        query.exists.set(member, readBoolean(name, value));
      else if (kind === 'limit' && most !== undefined) query.limits.set(member, readLimit(name, value, most));
      else throw unknown(name);
    } else if (name === 'include' && operation.includes.length > 0)
      query.include = [...new Set(readList(name, value, 'relationship name', operation.includes))];
    else if (name === 'sort' && operation.sort.length > 0) query.sort = readSort(value, operation.sort);
    else if (name === 'limit' && operation.limit !== undefined) query.limit = readLimit(name, value, operation.limit);
    else if (name === 'cursor' && operation.limit !== undefined) query.offset = readCursor(value);
    else throw unknown(name);
  }
  const missing = operation.required.find((name) => !query.filters.has(name));
  if (missing === undefined) return query;
  const parameter = `filter[${missing}]`;
  throw refusal('PARAMETER_ERROR.REQUIRED', `The parameter '${parameter}' is required`, {parameter});
}

const unknown = (name: string): Refusal => illegal(name, `The parameter '${name}' can not be used with this request`);

function readList(name: string, value: string, what: string, known: readonly string[] | null): string[] {
  const members = value.split(',').map((member) => member.trim());
  if (members.includes('')) throw invalid(name, `The parameter '${name}' has an empty value`);
  const wrong = known && members.find((member) => !known.includes(member));
  if (wrong) throw invalid(name, `'${wrong}' is not a valid ${what}`);
  return members;
}

function readFilter(name: string, member: string, value: string, {filters}: ReadOperation): string[] {
  const allowed = Object.hasOwn(filters, member) ? filters[member] : undefined;
  if (allowed === undefined) throw illegal(name, `'${member}' is not a valid filter type`);
  return readList(name, value, `filter value for '${member}'`, allowed);
}

function readFields(name: string, wireType: string, value: string, {fields}: ReadOperation): Set<string> {
  if (!fields.includes(wireType)) throw illegal(name, `'${wireType}' is not a valid resource type name`);
  return new Set(readList(name, value, `field name for '${wireType}'`, fieldsOf(wireType)));
}

function readSort(value: string, known: readonly string[]): {name: string; descending: boolean}[] {
  const values = known.flatMap((name) => [name, `-${name}`]);
  return readList('sort', value, 'sort value', values).map((member) => ({
    name: member.replace(/^-/, ''),
    descending: member.startsWith('-'),
  }));
}

function readLimit(name: string, value: string, most: number): number {
  const limit = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit < 1 || limit > most) {
    throw invalid(name, `'${value}' is not a valid limit: it must be an integer from 1 to ${most}`);
  }
  return limit;
}

function readBoolean(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false') throw invalid(name, `'${value}' is not true or false`);
  return value === 'true';
}

export function makeCursor(offset: number): string {
  return Buffer.from(`page:${offset}`).toString('base64url');
}

function readCursor(value: string): number {
  const offset = /^page:(\d{1,9})$/.exec(Buffer.from(value, 'base64url').toString('latin1'))?.[1];
  if (offset === undefined || makeCursor(Number(offset)) !== value) {
    throw invalid('cursor', `'${value}' is not a valid cursor for this request`);
  }
  return Number(offset);
}
