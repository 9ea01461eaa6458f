import type {Page} from '../../services/model/pages.ts';
import type {Store} from '../../services/store/store.ts';
import {type Command, type CommandContext, defineCommand, type Flags, type TableData} from '../command.ts';
import type {InputOf} from '../flags.ts';
import type {Session} from '../session.ts';
import {usage} from '../usage.ts';
import {checkNextAlone, collectPages, morePages, type PagingInput, pageJson, pageQuery, pagingFlags} from './paging.ts';

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
