import {FILTERABLE_STATES} from '../../../services/model/states.ts';
import {PLATFORMS} from '../../../services/model/version.ts';
import {appFlag} from '../../app-flag.ts';
import {listOf, texts} from '../../flags.ts';
import {versionItem, versionTable} from '../../present/versions.ts';
import {listCommand} from '../list-command.ts';

export const listVersions = listCommand({
  path: ['versions', 'list'],
  summary: 'List the store versions of an app',
  description: 'Prints one page, newest versions first, with links.next for --next; --paginate prints all.',
  examples: [
    'tool versions list --app 1234567890 --state IN_REVIEW,READY_FOR_SALE',
    'tool versions list --app com.example.app --platform IOS --output table',
    'tool versions list --app 1234567890 --paginate --output ndjson',
  ],
  screen: 'versions',
  collection: 'versions',
  flags: {
    app: appFlag({summary: 'App ID, or bundle ID; needed unless --next is given'}),
    version: texts({summary: 'Only these version strings'}),
    platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
    state: listOf(FILTERABLE_STATES, {summary: 'Only versions in these states'}),
  },
  filters: ({app = '', version, platform, state}) => ({app, versions: version, platforms: platform, states: state}),
  load: (store, query, signal) => store.listVersions(query, signal),
  each: (store, query, signal) => store.eachVersionPage(query, signal),
  item: versionItem,
  table: versionTable,
});
