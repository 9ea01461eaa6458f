import {text, texts} from '../flags/flags.ts';
import {appItem, appTable} from '../present/apps.ts';
import {listCommand} from './list-command.ts';

export const listApps = listCommand({
  path: ['apps', 'list'],
  summary: 'List apps with what is live and what is in flight',
  description:
    'Sorted by name. inFlight lists every version that is neither live nor retired; since is when a version that is in\n' +
    'review or rejected was submitted.',
  examples: [
    'tool apps list --output table',
    "tool apps list --paginate --output ndjson | jq -r 'select(.attributes.inFlight != []) | .attributes.bundleId'",
  ],
  screen: 'home',
  collection: 'apps',
  flags: {
    'bundle-id': texts({summary: 'Only apps with these bundle IDs', placeholder: 'BUNDLE-ID,…'}),
    name: text({summary: 'Only apps of this name'}),
  },
  filters: ({'bundle-id': bundleIds, name}) => ({bundleIds, name}),
  load: (store, query, signal) => store.listApps(query, signal),
  each: (store, query, signal) => store.eachAppPage(query, signal),
  item: appItem,
  table: appTable,
});
