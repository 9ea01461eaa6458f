import {PLATFORMS, PROCESSING_STATES} from '../../../services/model/version.ts';
import {appFlag} from '../../app-flag.ts';
import {listOf, texts} from '../../flags.ts';
import {buildItem, buildTable} from '../../present/builds.ts';
import {listCommand} from '../list-command.ts';

export const listBuilds = listCommand({
  path: ['builds', 'list'],
  summary: 'List the builds of an app',
  description: 'Prints one page, newest builds first, with links.next for --next; --paginate prints all.',
  examples: [
    'tool builds list --app com.example.app --version 3.4.0 --state VALID',
    'tool builds list --app 1234567890 --platform IOS --output table',
  ],
  collection: 'builds',
  flags: {
    app: appFlag({summary: 'App ID, or bundle ID; needed unless --next is given'}),
    version: texts({summary: 'Only builds of these version strings'}),
    platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
    state: listOf(PROCESSING_STATES, {summary: 'Only builds in these processing states'}),
  },
  filters: ({app = '', version, platform, state}) => ({app, versions: version, platforms: platform, states: state}),
  load: (store, query, signal) => store.listBuilds(query, signal),
  each: (store, query, signal) => store.eachBuildPage(query, signal),
  item: buildItem,
  table: buildTable,
});
