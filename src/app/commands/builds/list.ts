import type {BuildPage} from '../../../services/model/pages.ts';
import {PLATFORMS, PROCESSING_STATES} from '../../../services/model/version.ts';
import {defineCommand} from '../../command.ts';
import {type InputOf, id, listOf, texts} from '../../flags.ts';
import {buildItem, buildTable} from '../../present/builds.ts';
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
  version: texts({summary: 'Only builds of these version strings'}),
  platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
  state: listOf(PROCESSING_STATES, {summary: 'Only builds in these processing states'}),
  ...pagingFlags,
};

function toQuery(input: InputOf<typeof flags>, session: Session) {
  const {app = '', version, platform, state} = input;
  return pageQuery(input, session, 'builds', {app, versions: version, platforms: platform, states: state});
}

export const listBuilds = defineCommand({
  path: ['builds', 'list'],
  summary: 'List the builds of an app',
  description: 'Prints one page, newest builds first, with links.next for --next; --paginate prints all.',
  examples: [
    'tool builds list --app com.example.app --version 3.4.0 --state VALID',
    'tool builds list --app 1234567890 --platform IOS --output table',
  ],
  flags,
  check(input) {
    const {app, version, platform, state, next} = input;
    if (next === undefined && app === undefined) {
      throw usage("'tool builds list' needs --app (or TOOL_APP_ID)");
    }
    checkNextAlone(input, {version, platform, state});
  },
  async run(input, {session, signal, host}): Promise<BuildPage> {
    const query = toQuery(input, session);
    const store = await session.store();
    return input.paginate
      ? collectPages(store.eachBuildPage(query, signal), 'builds', host)
      : store.listBuilds(query, signal);
  },
  async *stream(input, {session, signal}) {
    const query = toQuery(input, session);
    const store = await session.store();
    const pages = input.paginate ? store.eachBuildPage(query, signal) : [await store.listBuilds(query, signal)];
    for await (const page of pages) yield page.items.map(buildItem);
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: (page) => pageJson(page, buildItem),
    table: ({items}) => buildTable(items),
    note: morePages,
  },
});
