import {REL, TYPE} from '../../store/wire.ts';
import {notFound} from '../errors.ts';
import {existing, WIRE_TYPE} from '../lifecycle/lookups.ts';
import type {Table} from '../records/shapes.ts';
import {appOf, type Store} from '../records/store.ts';
import {resourceType} from './api-document.ts';
import {type Address, type List, type Node, page, single} from './documents.ts';
import {createNodes, type MakeNode} from './nodes.ts';
import type {Query} from './query.ts';

export function read(store: Store, path: string, id: string, query: Query, address: Address): unknown {
  const nodeOf = createNodes(store);
  const [, , type = '', itself, ...names] = path.split('/');
  const name = names.at(-1) ?? '';
  const owner = itself === undefined ? undefined : resource(type, id, store, nodeOf);
  if (owner && name === '') return single(owner, address, query);
  const list = owner ? owner.related(name) : collection(type, store, nodeOf, query);
  if (query.limit > 0) return page(inOrder(passing(list, query), query.sort), address, query);
  const [node] = list.slice(0, 1);
  if (!node || names.length === 1) return single(node, address, query);
  return {data: {type: node.type, id: node.id}, links: {self: `${address.origin}${address.path}`}};
}

function resource(type: string, id: string, store: Store, nodeOf: MakeNode): Node {
  const table = (Object.keys(WIRE_TYPE) as Table[]).find((table) => WIRE_TYPE[table] === type);
  if (table) return nodeOf(table, existing(store, table, id));
  const app = store.find('apps', appOf(id));
  const info = app && all(nodeOf('apps', app).related(type)).find((node) => node.id === id);
  if (!info) throw notFound(type, id);
  return info;
}

const OF_COLLECTION = ['app', REL.ofVersion];

function collection(type: string, store: Store, nodeOf: MakeNode, {filters}: Query): readonly Node[] {
  if (type === TYPE.app) return [...store.samples.keys()].map((id) => nodeOf('apps', existing(store, 'apps', id)));
  const ids = new Set(filters.get('app') ?? store.samples.keys());
  const apps = [...ids].flatMap((id) => store.find('apps', id) ?? []);
  const found = apps.flatMap((app) => all(nodeOf('apps', app).related(type)));
  // A build names only one of the versions that share it, so the versions are read instead.
  const attached = filters.get(REL.ofVersion)?.map((id) => store.find('versions', id)?.build);
  return attached ? found.filter(({id}) => attached.includes(id)) : found;
}

const all = (list: List): readonly Node[] => list.slice(0, list.length);

function passing(list: List, {filters, exists}: Query): List {
  const others = new Map([...filters].filter(([name]) => !OF_COLLECTION.includes(name)));
  if (others.size === 0 && exists.size === 0) return list;
  const isThere = (node: Node, name: string) => node.attribute(name) !== undefined;
  return all(list).filter(
    (node) => passes(node, others) && [...exists].every(([name, wanted]) => wanted === isThere(node, name)),
  );
}

/** Returns whether the node passes. Filters on related resources (`versions.state`) must match the same resource. */
function passes(node: Node, filters: Query['filters']): boolean {
  const ofRelated = new Map<string, Map<string, readonly string[]>>();
  for (const [name, wanted] of filters) {
    const value = name in resourceType(node.type).relationships ? undefined : node.attribute(name);
    if (value === undefined) {
      const [relationship = '', member = 'id'] = name.split('.');
      ofRelated.set(relationship, new Map(ofRelated.get(relationship)).set(member, wanted));
    } else if (!wanted.includes(String(value))) return false;
  }
  return [...ofRelated].every(([name, some]) => all(node.related(name)).some((other) => passes(other, some)));
}

function inOrder(list: List, sort: Query['sort']): List {
  return sort.toReversed().reduce((sorted, {name, descending}) => {
    const sign = descending ? -1 : 1;
    const compare = (one: string | number, other: string | number) => (one < other ? -sign : one > other ? sign : 0);
    const nodes = all(sorted);
    const keys = nodes.map((node) => node.key(name));
    // Samples are kept in the default order, to avoid sorting a hundred thousand of them for each page.
    if (keys.every((key, index) => compare(keys[index - 1] ?? key, key) <= 0)) return sorted;
    const keyed = nodes.map((node, index) => ({node, key: keys[index] ?? ''}));
    return keyed.sort((one, other) => compare(one.key, other.key)).map(({node}) => node);
  }, list);
}
