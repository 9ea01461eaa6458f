import {ToolError} from '../../services/model/error.ts';
import {plural} from '../../services/model/values.ts';
import type {Page} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import type {Store} from '../../services/store/store.ts';
import {
  type Command,
  type CommandContext,
  defineCommand,
  type JsonOutput,
  OFFERED,
  type TableData,
} from '../command.ts';
import {type Flags, type InputOf, integer, text, toggle, usage} from '../flags/flags.ts';
import {anyObject, list, object, shaped, string} from '../present/shapes.ts';
import {statusLine} from '../session/messages.ts';
import type {Session} from '../session/session.ts';

/** The API's maximum, which `--paginate` uses. */
const LARGEST_PAGE = 200;

const pagingFlags = {
  limit: integer({summary: `Results per page, 1 to ${LARGEST_PAGE}`, min: 1, max: LARGEST_PAGE}),
  next: text({summary: 'URL of the next page, from links.next', placeholder: 'URL'}),
  paginate: toggle({summary: 'Fetch all pages and combine the results'}),
};
type PagingInput = InputOf<typeof pagingFlags>;

const MORE_PAGES =
  'There are more pages. Use --paginate to get all of them, or --output json for the link to the next one.';

const linksShape = object({}, {self: string, first: string, next: string});

type Collection = Parameters<Session['checkNextLink']>[1];

interface Listing<F extends Flags, Filters extends object, Item>
  extends Pick<Command, 'path' | 'summary' | 'description' | 'examples' | 'screen'> {
  collection: Collection;
  /** Filters; `app`, where present, is required without `--next`. */
  flags: F;
  filters(input: InputOf<F>): Filters;
  pages(
    store: Store,
    query: Filters | {next: string},
    context: CommandContext,
    input: InputOf<F>,
  ): AsyncIterable<Page<Item>>;
  item: JsonOutput<Item>;
  table(items: readonly Item[]): TableData;
}

export function listCommand<F extends Flags, Filters extends object, Item>(listing: Listing<F, Filters, Item>) {
  const {collection, filters, pages, item, table, flags, ...words} = listing;
  type Input = InputOf<F> & PagingInput;

  /** A `--next` that leads elsewhere ends it before any credential is read. */
  async function* open(input: Input, context: CommandContext) {
    const {session, note} = context;
    const {next, limit, paginate} = input;
    const problem = next && session.checkNextLink(next, collection);
    if (problem) {
      const hint = 'Pass links.next exactly as it was printed.';
      throw new ToolError('usage', problem, {hint, facts: {flag: 'next'}});
    }
    const first = {...filters(input), limit: limit ?? (paginate ? LARGEST_PAGE : undefined)};
    let read = 0;
    let total: number | undefined;
    for await (const page of pages(await session.store(), next === undefined ? first : {next}, context, input)) {
      read += page.items.length;
      total = page.total ?? total;
      yield page;
      if (!paginate) return;
    }
    if (next === undefined && total !== undefined && total !== read) {
      note(`The service counts ${total} ${collection}, but sent ${read}: the list may have changed while it was read`);
    }
  }
  return defineCommand({
    ...words,
    flags: {...flags, ...pagingFlags},
    effect: 'none',
    agents: OFFERED,
    excludes: [...Object.keys(flags).filter((name) => name !== 'app' && flags[name]?.kind !== 'switch'), 'limit'].map(
      (name) => [name, 'next', 'the URL already has the filters'] as const,
    ),
    check(input: Input) {
      if ('app' in flags && input.app === undefined && input.next === undefined) {
        throw usage(`'tool ${words.path.join(' ')}' needs --app (or TOOL_APP_ID)`);
      }
    },
    run: (input: Input, context) => collectPages(open(input, context), input, collection, context.host),
    async *stream(input: Input, context) {
      for await (const page of open(input, context)) yield page.items.map(item);
    },
    present: {
      formats: ['json', 'table', 'ndjson'],
      json: shaped(
        object({data: list(item.schema), links: linksShape, meta: anyObject}),
        ({items, links, meta = {}}: Page<Item>) => ({data: items.map(item), links, meta}),
      ),
      table: ({items}) => table(items),
      ending: ({links}, format) => ({note: format === 'table' && links.next ? MORE_PAGES : undefined}),
    },
  });
}

async function collectPages<Item>(
  pages: AsyncIterable<Page<Item>>,
  {paginate}: PagingInput,
  noun: string,
  host: Host,
): Promise<Page<Item>> {
  const items: Item[] = [];
  const status = statusLine(host);
  let count = 0;
  try {
    for await (const page of pages) {
      if (!paginate) return page;
      count += 1;
      for (const item of page.items) items.push(item);
      const total = page.total === undefined ? '' : ` of ${page.total}`;
      if (page.links.next) status?.show(`${items.length}${total} ${noun}, ${plural(count, 'page')} …`);
    }
  } finally {
    status?.clear();
  }
  return {items, links: {}, total: items.length, meta: {paging: {total: items.length}}};
}
