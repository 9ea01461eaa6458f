import {ToolError} from '../model/error.ts';
import type {Page} from '../model/pages.ts';
import type {CollectionDocument} from './documents.ts';
import {checkNextLink} from './origin.ts';

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
export async function* eachPage<Item>(
  first: string,
  load: (target: string) => Promise<Page<Item>>,
  {origin, path}: {origin: string; path: RegExp},
): AsyncGenerator<Page<Item>> {
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

async function onPage<T>(count: number, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError) || count === 1 || error.kind === 'interrupted') throw error;
    throw error.with({prefix: `Page ${count}: `});
  }
}
