import type {Resource} from '../../store/wire.ts';
import {resourceType, wireTypeOf} from './api-document.ts';
import {DEFAULT_RELATED, makeCursor, type Query} from './query.ts';

export interface Node {
  /** The wire type, with a `V2` where two kinds of resource share one. */
  type: string;
  id: string;
  /** Only those of the resource type are rendered; undefined ones are omitted, as the document has no nulls. */
  attributes: Readonly<Record<string, unknown>>;
  /** Targets of relationships by name, loaded on demand; absent ones are empty. */
  related?: Readonly<Record<string, () => Node | readonly Node[] | Related | undefined>>;
}

export interface Related {
  total: number;
  take(limit: number): readonly Node[];
}

export function relatedTo(node: Node, name: string): Related {
  const found = node.related?.[name]?.() ?? [];
  if ('take' in found) return found;
  const all = [found].flat();
  return {total: all.length, take: (limit) => all.slice(0, limit)};
}

/** The origin for links, and the request's path and query. */
export interface Place {
  origin: string;
  path: string;
  parameters: URLSearchParams;
}

const NO_QUERY: Pick<Query, 'include' | 'fields' | 'limits'> = {include: [], fields: new Map(), limits: new Map()};

export function single(node: Node, place: Place, query = NO_QUERY) {
  return {
    data: render(node, place, query),
    ...included([node], place, query),
    links: {self: here(place)},
  };
}

type Load = (offset: number, limit: number) => readonly Node[];

export function page(total: number, load: Load, place: Place, query: Query) {
  const {offset, limit} = query;
  const nodes = offset < total ? load(offset, limit) : [];
  const end = offset + nodes.length;
  const cursor = end < total && nodes.length > 0 ? makeCursor(end) : undefined;
  const paging = {total, limit, ...(cursor && {nextCursor: cursor})};
  return {
    data: nodes.map((node) => render(node, place, query)),
    ...included(nodes, place, query),
    links: {
      self: here(place),
      first: here(place, {limit}),
      ...(cursor && {next: here(place, {cursor, limit})}),
    },
    meta: {paging},
  };
}

/** The request's URL, optionally with another cursor and an explicit page size. */
function here({origin, path, parameters}: Place, page?: {cursor?: string; limit: number}): string {
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

function render(node: Node, place: Place, query: typeof NO_QUERY, isPrimary = true): Resource {
  const type = resourceType(node.type);
  const wireType = wireTypeOf(node.type);
  const wanted = query.fields.get(wireType);
  const self = `${place.origin}/v1/${wireType}/${node.id}`;
  const attributes: Record<string, unknown> = {};
  for (const name of type.attributes) {
    const value = node.attributes[name];
    if (value !== undefined && (!wanted || wanted.has(name))) attributes[name] = value;
  }
  const relationships: Record<string, Relation> = {};
  for (const [name, {many, hasLinks}] of Object.entries(type.relationships)) {
    if (wanted && !wanted.has(name)) continue;
    const data = isPrimary && query.include.includes(name) ? linkage(node, name, many, query) : {};
    const links = hasLinks && {links: {self: `${self}/relationships/${name}`, related: `${self}/${name}`}};
    if (links || 'data' in data) relationships[name] = {...data, ...links};
  }
  return {
    type: wireType,
    id: node.id,
    ...(Object.keys(attributes).length > 0 && {attributes}),
    ...(Object.keys(relationships).length > 0 && {relationships}),
    links: {self},
  };
}

/** `data` of an included relationship; omitted for an empty to-one. */
function linkage(node: Node, name: string, many: boolean, {limits}: typeof NO_QUERY): Relation {
  const {total, take} = relatedTo(node, name);
  const limit = limits.get(name) ?? DEFAULT_RELATED;
  const identifiers = take(many ? limit : 1).map(({type, id}) => ({type: wireTypeOf(type), id}));
  if (many) return {meta: {paging: {total, limit}}, data: identifiers};
  return identifiers[0] ? {data: identifiers[0]} : {};
}

function included(nodes: readonly Node[], place: Place, query: typeof NO_QUERY): {included?: Resource[]} {
  if (query.include.length === 0) return {};
  const found = new Map<string, Resource>();
  for (const name of query.include) {
    for (const node of nodes) {
      const {many} = resourceType(node.type).relationships[name] ?? {};
      const limit = many ? (query.limits.get(name) ?? DEFAULT_RELATED) : 1;
      for (const other of relatedTo(node, name).take(limit)) {
        const key = `${other.type} ${other.id}`;
        if (!found.has(key)) found.set(key, render(other, place, query, false));
      }
    }
  }
  return {included: [...found.values()]};
}
