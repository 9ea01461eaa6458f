import {ToolError} from '../../services/model/error.ts';
import type {Page} from '../../services/model/pages.ts';
import type {Host} from '../../services/ports.ts';
import type {Format} from '../command.ts';
import {type InputOf, integer, text, toggle} from '../flags.ts';
import type {Session} from '../session.ts';
import {usage} from '../usage.ts';

/** The most that the service gives at once: what `--paginate` asks for. */
const LARGEST_PAGE = 200;

/** The flags of every list that has pages. */
export const pagingFlags = {
  limit: integer({summary: `Results per page, 1 to ${LARGEST_PAGE}`, min: 1, max: LARGEST_PAGE}),
  next: text({summary: "Next page: links.next of a page's JSON", placeholder: 'URL'}),
  paginate: toggle({summary: 'Fetch all pages and print them as one'}),
};
export type PagingInput = InputOf<typeof pagingFlags>;

/** @throws ToolError usage for a filter or `--limit` beside `--next`, whose URL carries them already */
export function checkNextAlone({next, limit}: PagingInput, filters: Readonly<Record<string, unknown>>): void {
  if (next === undefined) return;
  const beside = Object.entries({...filters, limit}).find(([, value]) => value !== undefined)?.[0];
  if (beside) throw usage('does not go with --next: the URL carries the filters', {flag: beside});
}

/**
 * The query: `--next` alone, else the filters with a page size.
 * @throws ToolError usage for a `--next` that leads elsewhere: judged before a credential is touched
 */
export function pageQuery<Query extends object>(
  {next, limit, paginate}: PagingInput,
  session: Session,
  collection: Parameters<Session['checkNextLink']>[1],
  filters: Query,
): (Query & {limit?: number}) | {next: string} {
  if (next === undefined) return {...filters, limit: limit ?? (paginate ? LARGEST_PAGE : undefined)};
  const problem = session.checkNextLink(next, collection);
  if (problem === undefined) return {next};
  throw new ToolError('usage', problem, {
    hint: 'Give links.next of a page as it was printed.',
    facts: {flag: 'next'},
  });
}

/** All pages as one; progress on stderr while a person is there to see it. @param noun what is counted, e.g. `apps` */
export async function collectPages<Item>(
  pages: AsyncIterable<Page<Item>>,
  noun: string,
  {terminal, env}: Host,
): Promise<Page<Item>> {
  const items: Item[] = [];
  const shown = terminal.stderrIsTty && env.TERM !== 'dumb';
  let count = 0;
  let dirty = false;
  try {
    for await (const page of pages) {
      count += 1;
      for (const item of page.items) items.push(item);
      if (!shown || !page.links.next) continue;
      const total = page.total === undefined ? '' : ` of ${page.total}`;
      terminal.writeError(`\r${items.length}${total} ${noun}, ${count} ${count === 1 ? 'page' : 'pages'} …`);
      dirty = true;
    }
  } finally {
    if (dirty) terminal.writeError('\r\u001b[K');
  }
  return {items, links: {}, total: items.length, meta: {paging: {total: items.length}}};
}

/** A page as a JSON document. */
export function pageJson<Item>({items, links, meta}: Page<Item>, item: (one: Item) => object): object {
  return {data: items.map(item), links, meta: meta ?? {}};
}

/** Said beside a table that is not all there is. */
export function morePages<Item>({links}: Page<Item>, format: Format): string | undefined {
  return format === 'table' && links.next
    ? 'There are more pages: --paginate shows them all, --output json the link to the next one.'
    : undefined;
}
