import {ATTRIBUTE, type Resource} from '../../store/wire.ts';
import type {Lazy} from '../records/store.ts';
import {resourceType} from './api-document.ts';
import {DEFAULT_RELATED, makeCursor, type Query} from './query.ts';

export type Node = Pick<RecordNode<{id: string}>, 'type' | 'id' | 'attribute' | 'related' | 'key'>;

export type List = Lazy<Node>;

/**
 * Functions that read a record's attributes and relationships, by name: in JSON:API, these never share a name. An entry
 * `sort by NAME` reads the value to sort by if it differs from the attribute.
 */
export type Fields<R> = Readonly<Record<string, (record: R) => unknown>>;

/** This is a class, so that very many nodes share its functions. The record may hold more than an answer shows. */
export class RecordNode<R extends {id: string}> {
  readonly type: string;
  readonly id: string;
  private readonly record: R;
  private readonly fields: Fields<R>;

  constructor(type: string, record: R, fields: Fields<R> = {}) {
    this.type = type;
    this.id = record.id;
    this.record = record;
    this.fields = fields;
  }

  attribute(name: string): unknown {
    const read = this.fields[name];
    return read ? read(this.record) : this.record[name as keyof R];
  }

  related(name: string): List {
    const found = (this.fields[name]?.(this.record) ?? []) as Node | List;
    return 'type' in found ? [found] : found;
  }

  key(name: string): string | number {
    return this.attribute(`sort by ${name}` in this.fields ? `sort by ${name}` : name) as string | number;
  }
}

export interface Address {
  origin: string;
  path: string;
  parameters: URLSearchParams;
}

const NO_QUERY: Pick<Query, 'include' | 'fields' | 'limits'> = {include: [], fields: new Map(), limits: new Map()};

export function single(node: Node | undefined, address: Address, query = NO_QUERY) {
  const links = {self: here(address)};
  return node ? {data: render(node, address, query), ...included([node], address, query), links} : {data: null, links};
}

export function page(list: List, address: Address, query: Query) {
  const {offset, limit} = query;
  const total = list.length;
  const nodes = list.slice(offset, offset + limit);
  const end = offset + nodes.length;
  const cursor = end < total && nodes.length > 0 ? makeCursor(end) : undefined;
  const paging = {total, limit, ...(cursor && {nextCursor: cursor})};
  return {
    data: nodes.map((node) => render(node, address, query)),
    ...included(nodes, address, query),
    links: {self: here(address), first: here(address, {limit}), ...(cursor && {next: here(address, {cursor, limit})})},
    meta: {paging},
  };
}

function here({origin, path, parameters}: Address, page?: {cursor?: string; limit: number}): string {
  const changed = new URLSearchParams(parameters);
  if (page) {
    changed.delete('cursor');
    changed.set('limit', String(page.limit));
    if (page.cursor) changed.set('cursor', page.cursor);
  }
  const text = changed.toString().replace(/%2C/g, ',');
  return `${origin}${path}${text && `?${text}`}`;
}

type Relation = NonNullable<Resource['relationships']>[string];

function render(node: Node, address: Address, query: typeof NO_QUERY, isPrimary = true): Resource {
  const type = resourceType(node.type);
  const wanted = query.fields.get(node.type);
  const self = `${address.origin}/v1/${node.type}/${node.id}`;
  const attributes: Record<string, unknown> = {};
  for (const name of type.attributes) {
    const value = node.attribute(name) ?? null;
    // Included resources leave out null. Clients expect the encryption answer to be absent until it is given.
    const isLeftOut = value === null && (!isPrimary || name === ATTRIBUTE.encryption);
    if (!isLeftOut && (!wanted || wanted.has(name))) attributes[name] = value;
  }
  const relationships: Record<string, Relation> = {};
  for (const [name, {many, hasLinks}] of Object.entries(type.relationships)) {
    if (wanted && !wanted.has(name)) continue;
    const data = isPrimary && query.include.includes(name) ? linkage(node, name, many, query) : {};
    const links = hasLinks && {links: {self: `${self}/relationships/${name}`, related: `${self}/${name}`}};
    if (links || 'data' in data) relationships[name] = {...data, ...links};
  }
  return {
    type: node.type,
    id: node.id,
    ...(Object.keys(attributes).length > 0 && {attributes}),
    ...(Object.keys(relationships).length > 0 && {relationships}),
    links: {self},
  };
}

function linkage(node: Node, name: string, many: boolean, {limits}: typeof NO_QUERY): Relation {
  const found = node.related(name);
  const limit = limits.get(name) ?? DEFAULT_RELATED;
  const identifiers = found.slice(0, many ? limit : 1).map(({type, id}) => ({type, id}));
  if (many) return {meta: {paging: {total: found.length, limit}}, data: identifiers};
  return {data: identifiers[0] ?? null};
}

function included(nodes: readonly Node[], address: Address, query: typeof NO_QUERY): {included?: Resource[]} {
  if (query.include.length === 0) return {};
  const others = query.include.flatMap((name) =>
    nodes.flatMap((node) => {
      const {many} = resourceType(node.type).relationships[name] ?? {};
      return node.related(name).slice(0, many ? (query.limits.get(name) ?? DEFAULT_RELATED) : 1);
    }),
  );
  const distinct = new Map(others.map((other) => [`${other.type} ${other.id}`, other]));
  return {included: [...distinct.values()].map((other) => render(other, address, query, false))};
}
