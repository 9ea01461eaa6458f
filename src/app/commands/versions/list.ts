import type {VersionPage} from '../../../services/model/pages.ts';
import {FILTERABLE_STATES} from '../../../services/model/states.ts';
import {PLATFORMS} from '../../../services/model/version.ts';
import {defineCommand} from '../../command.ts';
import {type InputOf, id, listOf, texts} from '../../flags.ts';
import {versionItem, versionTable} from '../../present/versions.ts';
import type {Session} from '../../session.ts';
import {usage} from '../../usage.ts';
import {checkNextAlone, collectPages, morePages, pageJson, pageQuery, pagingFlags} from '../paging.ts';

const flags = {
  app: id({
    summary: 'App ID, or bundle ID; needed unless --next is given',
    placeholder: 'APP',
    completes: 'app',
    env: 'TOOL_APP_ID',
  }),
  version: texts({summary: 'Only these version strings'}),
  platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
  state: listOf(FILTERABLE_STATES, {summary: 'Only versions in these states'}),
  ...pagingFlags,
};

function toQuery(input: InputOf<typeof flags>, session: Session) {
  const {app = '', version, platform, state} = input;
  return pageQuery(input, session, 'versions', {app, versions: version, platforms: platform, states: state});
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
  check(input) {
    const {app, version, platform, state, next} = input;
    if (next === undefined && app === undefined) {
      throw usage("'tool versions list' needs --app (or TOOL_APP_ID)");
    }
    checkNextAlone(input, {version, platform, state});
  },
  async run(input, {session, signal, host}): Promise<VersionPage> {
    const query = toQuery(input, session);
    const store = await session.store();
    return input.paginate
      ? collectPages(store.eachVersionPage(query, signal), 'versions', host)
      : store.listVersions(query, signal);
  },
  async *stream(input, {session, signal}) {
    const query = toQuery(input, session);
    const store = await session.store();
    const pages = input.paginate ? store.eachVersionPage(query, signal) : [await store.listVersions(query, signal)];
    for await (const page of pages) yield page.items.map(versionItem);
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: (page) => pageJson(page, versionItem),
    table: ({items}) => versionTable(items),
    note: morePages,
  },
});
