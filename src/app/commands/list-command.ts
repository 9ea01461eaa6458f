import {ToolError} from '../../services/model/error.ts';
import type {Page} from '../../services/model/pages.ts';
import type {Host} from '../../services/ports.ts';
import type {Store} from '../../services/store/store.ts';
import {type Command, type CommandContext, defineCommand, type Flags, type Format, type TableData} from '../command.ts';
import {type InputOf, integer, text, toggle, usage} from '../flags/flags.ts';
import type {Session} from '../session/session.ts';

type Words = 'path' | 'summary' | 'description' | 'examples' | 'screen';

interface Listing<F extends Flags, Filters extends object, Item> extends Pick<Command, Words> {
  /** What is listed. */
  collection: Parameters<Session['checkNextLink']>[1];
  /** Its own flags: `app`, without which there is no list but of apps, and filters. */
  flags: F;
  filters(input: InputOf<F>): Filters;
  /** One page. */
  load(store: Store, query: Filters | {next: string}, signal: AbortSignal): Promise<Page<Item>>;
  /** All of them. */
  each(store: Store, query: Filters | {next: string}, signal: AbortSignal): AsyncIterable<Page<Item>>;
  item(one: Item): object;
  table(items: readonly Item[]): TableData;
}

/** A list that has pages: one of them, or with `--paginate` all. */
export function listCommand<F extends Flags, Filters extends object, Item>(listing: Listing<F, Filters, Item>) {
  const {collection, filters, load, each, item, table, flags, ...words} = listing;
  type Input = InputOf<F> & PagingInput;

  const toQuery = (input: Input, {session}: CommandContext) => pageQuery(input, session, collection, filters(input));
  const open = async (input: Input, context: CommandContext) => {
    const query = toQuery(input, context);
    return {query, store: await context.session.store()};
  };
  return defineCommand({
    ...words,
    flags: {...flags, ...pagingFlags},
    check(input: Input) {
      const {app = '', ...others} = Object.fromEntries(Object.keys(flags).map((name) => [name, input[name]]));
      if ('app' in flags && app === '' && input.next === undefined) {
        throw usage(`'tool ${words.path.join(' ')}' needs --app (or TOOL_APP_ID)`);
      }
      checkNextAlone(input, others);
    },
    async run(input: Input, context): Promise<Page<Item>> {
      const {query, store} = await open(input, context);
      return input.paginate
        ? collectPages(each(store, query, context.signal), collection, context.host)
        : load(store, query, context.signal);
    },
    async *stream(input: Input, context) {
      const {query, store} = await open(input, context);
      const pages = input.paginate ? each(store, query, context.signal) : [await load(store, query, context.signal)];
      for await (const page of pages) yield page.items.map(item);
    },
    present: {
      formats: ['json', 'table', 'ndjson'],
      json: (page) => pageJson(page, item),
      table: ({items}) => table(items),
      note: morePages,
    },
  });
}

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
