import {ToolError} from '../model/error.ts';
import type {Page} from '../model/version.ts';
import type {Client} from './client.ts';
import {
  type CollectionDocument,
  parseCollection,
  parseOptional,
  parseSingle,
  type SingleDocument,
} from './documents.ts';
import {checkNextLink} from './origin.ts';
import {type Query, type Resource, withQuery} from './wire.ts';

const LARGEST_PAGE = 200;

const MOST_PAGES = 10_000;

export async function readOne(client: Client, path: string, query: Query = {}): Promise<SingleDocument> {
  return parseSingle(await client.get(withQuery(path, query)));
}

export async function readOptional(client: Client, path: string, query: Query = {}) {
  const body = await unlessMissing(client.get(withQuery(path, query)));
  return body === undefined ? undefined : parseOptional(body);
}

export function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    if (error instanceof ToolError && error.kind === 'not-found') return undefined;
    throw error;
  });
}

export async function readPage(client: Client, path: string, query: Query): Promise<CollectionDocument> {
  return parseCollection(await client.get(withQuery(path, query)));
}

type Resources = Pick<CollectionDocument, 'data' | 'included'>;

export function collection<Filters extends object, OnePage extends Page<{id: string}>>({
  path,
  first,
  toPage,
}: {
  path: RegExp;
  first(client: Client, filters: Filters): readonly [string, Query] | Promise<readonly [string, Query]>;
  toPage(document: Resources, requested: URL): Omit<OnePage, keyof Page<unknown>> & {items: OnePage['items']};
}) {
  const target = async (client: Client, from: Filters | {next: string}) =>
    'next' in from ? nextUrl(from.next, client.origin, path) : withQuery(...(await first(client, from)));
  const load = async (client: Client, at: string, seen?: Set<string>): Promise<OnePage> => {
    const document = await readUnseen(client, at, seen);
    const {links, meta} = document;
    return {...toPage(document, new URL(at, client.origin)), links, total: meta?.paging?.total, meta} as OnePage;
  };
  return {
    async list(client: Client, from: Filters | {next: string}): Promise<OnePage> {
      return load(client, await target(client, from));
    },
    async *each(client: Client, from: Filters | {next: string}): AsyncGenerator<OnePage> {
      const seen = new Set<string>();
      yield* eachPage(await target(client, from), (at) => load(client, at, seen), client.origin);
    },
    async all(client: Client, filters: Filters): Promise<OnePage['items']> {
      const [at, query] = await first(client, filters);
      return toPage(await readAll(client, at, query), new URL(withQuery(at, query), client.origin)).items;
    },
  };
}

/** Reads a page without the items of earlier pages: one that moves to this page between two requests is sent twice. */
async function readUnseen(client: Client, at: string, seen = new Set<string>()): Promise<CollectionDocument> {
  const {data, ...document} = parseCollection(await client.get(at));
  const unseen = data.filter(({id}) => !seen.has(id));
  for (const {id} of unseen) seen.add(id);
  return {...document, data: unseen};
}

export async function readAll(client: Client, path: string, query: Query): Promise<Resources> {
  const seen = new Set<string>();
  const load = (target: string) => readUnseen(client, target, seen);
  const data: Resource[] = [];
  const included = new Map<string, Resource>();
  for await (const page of eachPage(withQuery(path, {...query, limit: LARGEST_PAGE}), load, client.origin)) {
    data.push(...page.data);
    for (const one of page.included) included.set(`${one.type} ${one.id}`, one);
  }
  return {data, included: [...included.values()]};
}

/** @throws ToolError service if a link leads elsewhere or repeats, or the pages never end */
export async function* eachPage<OnePage extends Pick<Page<unknown>, 'links'>>(
  first: string,
  load: (target: string) => Promise<OnePage>,
  origin: string,
): AsyncGenerator<OnePage> {
  const {pathname} = new URL(first, origin);
  const seen = new Set<string>();
  let target = first;
  for (let count = 1; ; count += 1) {
    if (count > MOST_PAGES)
      throw new ToolError('service', `The service returned ${MOST_PAGES} pages and still links to another`);
    seen.add(new URL(target, origin).href);
    const page = await (count > 1 ? named(`Page ${count}`, load(target)) : load(target));
    yield page;
    const {next} = page.links;
    if (!next) return;
    target = nextUrl(next, origin, pathname, {where: `Page ${count}: `, seen});
  }
}

function nextUrl(
  link: string,
  origin: string,
  path: RegExp | string,
  {where = '', seen}: {where?: string; seen?: ReadonlySet<string>} = {},
): string {
  const checked = checkNextLink(link, origin, path);
  if ('url' in checked && !seen?.has(checked.url)) return checked.url;
  const problem = 'url' in checked ? 'leads back to a page already read' : checked.problem;
  throw new ToolError('service', `${where}The service's link to the next page ${problem}`);
}

/** Reads what only makes an error clearer. A failure counts as nothing found, unless the run was stopped. */
export async function tryRead<T>({signal}: Client, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

/** Puts a name before the message of a failure. */
export function named<T>(name: string, work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    const isNamed = error instanceof ToolError && error.kind !== 'interrupted';
    throw isNamed ? error.with({summary: `${name}: ${error.summary}`}) : error;
  });
}

export async function inParallel<T>(client: Client, work: (linked: Client) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const linkedSignal = client.signal ? AbortSignal.any([client.signal, stop.signal]) : stop.signal;
  try {
    return await work(client.with(linkedSignal));
  } catch (error) {
    stop.abort(new ToolError('interrupted', 'Stopped'));
    throw error;
  }
}
