import {quoted} from '../../services/model/clean.ts';
import {exitCode, ToolError} from '../../services/model/error.ts';
import {plural} from '../../services/model/values.ts';
import type {Page} from '../../services/model/version.ts';
import {checkNextLink} from '../../services/store/origin.ts';
import type {Store} from '../../services/store/store.ts';
import {PAGES} from '../../services/store/wire.ts';
import {
  type Command,
  type CommandContext,
  defineCommand,
  type JsonOutput,
  OFFERED,
  type TableData,
} from '../command.ts';
import {type Flags, type InputOf, integer, isSwitch, text, toggle} from '../flags/flags.ts';
import {anyObject, list, object, shaped, string} from '../present/shapes.ts';
import {statusLine} from '../session/messages.ts';

/** The API's maximum. If all pages are read, this is also the default of `--limit`. */
const LARGEST_PAGE = 200;

const pagingFlags = {
  limit: integer({summary: `Results per page, 1 to ${LARGEST_PAGE}`, min: 1, max: LARGEST_PAGE}),
  next: text({summary: 'URL of the next page, from links.next', placeholder: 'URL'}),
  paginate: toggle({summary: 'Fetch all pages and combine the results'}),
};
const PROFILES_EXCLUDE = [
  ['all-profiles', 'next', 'it is a page of one profile'],
  ['all-profiles', 'limit', 'all pages are read'],
] as const;

const MORE_PAGES =
  'There are more pages. Use --paginate to get all of them, or --output json for the link to the next one.';

const linksShape = object({}, {self: string, first: string, next: string});

/** `error` is reported when it happens, and decides the exit code. */
type ListPage<Item> = Page<Item> & {error?: ToolError};

const PROFILES_FLAG = {
  'all-profiles': toggle({summary: 'Read all pages with each stored profile, one after the other'}),
};

interface Listing<F extends Flags, Filters extends object, Item>
  extends Pick<Command, 'path' | 'summary' | 'description' | 'examples' | 'screen'> {
  collection: keyof typeof PAGES;
  flags: F;
  filters(input: InputOf<F>): Filters;
  pages(
    store: Store,
    query: Filters | {next: string},
    context: CommandContext,
    input: InputOf<F>,
  ): AsyncIterable<Page<Item>>;
  ofProfiles?: true;
  item: JsonOutput<Item>;
  table(items: readonly Item[]): TableData;
}

export function listCommand<F extends Flags, Filters extends object, Item>(listing: Listing<F, Filters, Item>) {
  const {collection, filters, pages, ofProfiles, item, table, flags, ...words} = listing;
  type Input = InputOf<F> & InputOf<typeof pagingFlags> & {allProfiles?: boolean};
  return defineCommand({
    ...words,
    flags: {...flags, ...(ofProfiles && PROFILES_FLAG), ...pagingFlags},
    effect: 'none',
    agents: ofProfiles ? {withholds: Object.keys(PROFILES_FLAG)} : OFFERED,
    excludes: [
      ...[...Object.keys(flags).filter((name) => name !== 'app' && !isSwitch(flags[name])), 'limit'].map(
        (name) => [name, 'next', 'the URL already says what to list'] as const,
      ),
      ...(ofProfiles ? PROFILES_EXCLUDE : []),
    ],
    emits: true,
    async run(input: Input, context): Promise<ListPage<Item>> {
      const {session, host, note, emit} = context;
      const {next, limit, paginate, allProfiles} = input;
      if (next !== undefined) checkNext(next, session.apiOrigin, collection);
      const isWhole = paginate || allProfiles;
      const first = {...filters(input), limit: limit ?? (isWhole ? LARGEST_PAGE : undefined)};
      const read = (store: Store) => pages(store, next === undefined ? first : {next}, context, input);
      const status = emit ? undefined : statusLine(host);
      const items: Item[] = [];
      let count = 0;
      let total: number | undefined;
      let error: ToolError | undefined;
      try {
        const listed: AsyncIterable<ListPage<Item>> = allProfiles ? ofAll(read, context) : read(await session.store());
        for await (const page of listed) {
          await emit?.(page.items.map(item));
          if (!isWhole) return page;
          for (const one of page.items) items.push(one);
          count += 1;
          total = page.total ?? total;
          error ??= page.error;
          const known = total === undefined ? '' : ` of ${total}`;
          if (page.links.next) status?.show(`${items.length}${known} ${collection}, ${plural(count, 'page')} …`);
        }
      } finally {
        status?.clear();
      }
      if (next === undefined && total !== undefined && total !== items.length) {
        const counts = `The service counts ${total} ${collection}, but sent ${items.length}`;
        note(`${counts}: the list may have changed while it was read`);
      }
      return {items, links: {}, meta: {paging: {total: items.length}}, error};
    },
    present: {
      json: shaped(
        object({data: list(item.schema), links: linksShape, meta: anyObject}),
        ({items, links, meta = {}}: ListPage<Item>) => ({data: items.map(item), links, meta}),
      ),
      table: ({items}) => table(items),
      ending: ({links, error}, format) => ({
        note: format === 'table' && links.next ? MORE_PAGES : undefined,
        code: error && exitCode(error),
      }),
    },
  });
}

/** Refuses a link that leads to another host or list, before a credential is read. */
function checkNext(next: string, origin: string, collection: keyof typeof PAGES): void {
  const link = checkNextLink(next, origin, PAGES[collection]);
  if (!('problem' in link)) return;
  const hint = 'Pass links.next exactly as it was printed.';
  throw new ToolError('usage', link.problem, {hint, facts: {flag: 'next'}});
}

async function* ofAll<Item>(read: (store: Store) => AsyncIterable<Page<Item>>, {session}: CommandContext) {
  const {pagesOfAllProfiles} = await import('../session/all-profiles.ts');
  for await (const page of pagesOfAllProfiles(session, read)) {
    if (page.error) session.messages.warn(`Profile ${quoted(page.profile)} was not read: ${page.error.summary}`);
    yield page;
  }
}
