import {ToolError} from '../model/error.ts';
import type {Page} from '../model/pages.ts';
import type {Client} from './client.ts';
import {type CollectionDocument, parseCollection} from './documents.ts';
import {checkNextLink} from './origin.ts';
import type {Resource} from './wire.ts';

/** The most that one request gives, for a list that is needed whole. */
export const LARGEST_PAGE = 200;

/** More pages than any real collection has: past this the links lead nowhere. */
const MOST_PAGES = 10_000;

/** The service's links, those that are text. */
export function toLinks(links: CollectionDocument['links']): Page<never>['links'] {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {self: text(links.self), first: text(links.first), next: text(links.next)};
}

/** A link that the service gave, checked before a token is sent to it. @throws ToolError service */
export function nextTarget(link: string, origin: string, path: RegExp, where = ''): string {
  const checked = checkNextLink(link, origin, path);
  if ('url' in checked) return checked.url;
  throw wrongLink(checked.problem, where);
}

function wrongLink(problem: string, where: string): ToolError {
  return new ToolError('service', `${where}The service's link to the next page ${problem}`);
}

/**
 * All pages, one after the other, each link checked and none followed twice.
 * @throws ToolError service for a foreign or repeated link and for endless pages; an error on a later page says which
 */
export async function* eachPage<OnePage extends Pick<Page<unknown>, 'links'>>(
  first: string,
  load: (target: string) => Promise<OnePage>,
  {origin, path}: {origin: string; path: RegExp},
): AsyncGenerator<OnePage> {
  const seen = new Set<string>();
  let target = first;
  for (let count = 1; ; count += 1) {
    if (count > MOST_PAGES)
      throw new ToolError('service', `The service has given ${MOST_PAGES} pages and still names a next one`);
    seen.add(new URL(target, origin).href);
    const page = await onPage(count, () => load(target));
    yield page;
    const {next} = page.links;
    if (!next) return;
    target = nextTarget(next, origin, path, `Page ${count}: `);
    if (seen.has(target)) throw wrongLink('leads back to a page that was read', `Page ${count}: `);
  }
}

/** A collection that is needed whole, with what came along: one request a page, and hardly ever more than one. */
export async function readAll(
  client: Client,
  first: string,
  path: RegExp,
  signal?: AbortSignal,
): Promise<{data: Resource[]; included: Resource[]}> {
  const load = async (target: string) => {
    const {data, included, links} = parseCollection(await client.get(target, signal));
    return {items: data, included, links: toLinks(links)};
  };
  const [data, included] = [new Map<string, Resource>(), new Map<string, Resource>()];
  for await (const page of eachPage(first, load, {origin: client.origin, path})) {
    // What moves to the next page between two requests comes twice.
    for (const one of page.items) data.set(one.id, one);
    for (const one of page.included) included.set(`${one.type} ${one.id}`, one);
  }
  return {data: [...data.values()], included: [...included.values()]};
}

async function onPage<T>(count: number, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || count === 1 || error.kind === 'interrupted') throw error;
    throw error.with({prefix: `Page ${count}: `});
  }
}
