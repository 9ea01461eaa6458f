import {ToolError} from '../../../services/model/error.ts';
import type {VersionPage} from '../../../services/model/pages.ts';
import {FILTERABLE_STATES} from '../../../services/model/states.ts';
import {PLATFORMS} from '../../../services/model/version.ts';
import type {VersionQuery} from '../../../services/store/store.ts';
import {defineCommand} from '../../command.ts';
import {type InputOf, id, integer, listOf, text, texts, toggle} from '../../flags.ts';
import {versionItem, versionPageJson, versionTable} from '../../present/versions.ts';
import type {Session} from '../../session.ts';
import {usage} from '../../usage.ts';

/** The most that the service gives at once: what `--paginate` asks for. */
const LARGEST_PAGE = 200;

const flags = {
  app: id({summary: 'App ID, or bundle ID; needed unless --next is given', placeholder: 'APP', env: 'TOOL_APP_ID'}),
  version: texts({summary: 'Only these version strings'}),
  platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
  state: listOf(FILTERABLE_STATES, {summary: 'Only versions in these states'}),
  limit: integer({summary: `Results per page, 1 to ${LARGEST_PAGE}`, min: 1, max: LARGEST_PAGE}),
  next: text({summary: "Next page: links.next of a page's JSON", placeholder: 'URL'}),
  paginate: toggle({summary: 'Fetch all pages and print them as one'}),
};
type Input = InputOf<typeof flags>;

/** @throws ToolError usage for a `--next` that leads elsewhere: judged before a credential is touched */
function toQuery(
  {app, version, platform, state, limit, next, paginate}: Input,
  session: Session,
): VersionQuery | {next: string} {
  if (next !== undefined) {
    const problem = session.checkNextLink(next);
    if (problem) {
      throw new ToolError('usage', `--next ${problem}`, {
        hint: 'Give links.next of a page as it was printed.',
        facts: {flag: 'next'},
      });
    }
    return {next};
  }
  return {
    app: app ?? '',
    versions: version,
    platforms: platform,
    states: state,
    limit: limit ?? (paginate ? LARGEST_PAGE : undefined),
  };
}

export const listVersions = defineCommand({
  path: ['versions', 'list'],
  summary: 'List the store versions of an app',
  description: 'Prints one page, newest versions first, with links.next for --next; --paginate prints all.',
  examples: [
    'tool versions list --app 1234567890 --state IN_REVIEW,READY_FOR_SALE',
    'tool versions list --app com.example.app --platform IOS --output table',
    'tool versions list --app 1234567890 --paginate --output ndjson',
  ],
  flags,
  screen: 'versions',
  check({app, next, version, platform, state, limit}) {
    if (next === undefined) {
      if (app === undefined) throw usage("'tool versions list' needs --app (or TOOL_APP_ID)", {flag: 'app'});
      return;
    }
    const beside = Object.entries({version, platform, state, limit}).find(([, value]) => value !== undefined)?.[0];
    if (beside) throw usage(`--${beside} does not go with --next: the URL carries the filters`, {flag: beside});
  },
  async run(input, {session, signal, host}): Promise<VersionPage> {
    const query = toQuery(input, session);
    const store = await session.store();
    if (!input.paginate) return store.listVersions(query, signal);
    const items: VersionPage['items'] = [];
    let pages = 0;
    const progress = host.terminal.stderrIsTty && host.env.TERM !== 'dumb';
    try {
      for await (const page of store.eachVersionPage(query, signal)) {
        pages += 1;
        for (const item of page.items) items.push(item);
        if (progress && page.links.next) {
          const total = page.total === undefined ? '' : ` of ${page.total}`;
          host.terminal.writeError(`\r${items.length}${total} versions, ${pages} pages …`);
        }
      }
    } finally {
      if (progress && pages > 1) host.terminal.writeError('\r\u001b[K');
    }
    return {items, links: {}, total: items.length, meta: {paging: {total: items.length}}};
  },
  async *stream(input, {session, signal}) {
    const query = toQuery(input, session);
    const store = await session.store();
    if (!input.paginate) yield (await store.listVersions(query, signal)).items.map(versionItem);
    else for await (const page of store.eachVersionPage(query, signal)) yield page.items.map(versionItem);
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: versionPageJson,
    table: ({items}) => versionTable(items),
    note: ({links}, format) =>
      format === 'table' && links.next
        ? 'There are more pages: --paginate shows them all, --output json the link to the next one.'
        : undefined,
  },
});
