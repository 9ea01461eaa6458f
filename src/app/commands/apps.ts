import {type AppOverview, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {text, texts} from '../flags/flags.ts';
import {constant, list, object, shaped, string} from '../present/shapes.ts';
import {listCommand} from './list-command.ts';

const live = ({versions}: AppOverview) => versions.filter(({state}) => stateIs(state, 'live'));
const inFlight = ({versions}: AppOverview) => versions.filter(({state}) => !stateIs(state, 'at-rest'));

const named = ({id, versionString, platform}: StoreVersion) => ({id, versionString, platform});

const namedMembers = {versionString: string, platform: string};

/** `since` is present only when a submission dates it. */
const appItem = shaped(
  object({
    id: string,
    type: constant('apps'),
    attributes: object(
      {
        live: list(object({id: string}, namedMembers)),
        inFlight: list(object({id: string}, {...namedMembers, storeState: string, since: string})),
      },
      {name: string, bundleId: string, sku: string},
    ),
  }),
  (app: AppOverview) => {
    const {id, name, bundleId, sku} = app;
    const flying = inFlight(app).map((version) => {
      return {...named(version), storeState: version.state, since: version.submittedDate};
    });
    return {id, type: 'apps' as const, attributes: {name, bundleId, sku, live: live(app).map(named), inFlight: flying}};
  },
);

export const listApps = listCommand({
  path: ['apps', 'list'],
  summary: 'List apps with what is live and what is in flight',
  description:
    'Sorted by name. inFlight lists every version that is neither live nor retired. since is when a version in review, or a rejected one, was submitted.',
  examples: [
    'tool apps list --output table',
    "tool apps list --paginate --output ndjson | jq 'select(.attributes.inFlight != [])'",
  ],
  screen: 'home',
  collection: 'apps',
  flags: {
    'bundle-id': texts({summary: 'Only apps with these bundle IDs', placeholder: 'BUNDLE-ID,…'}),
    name: text({summary: 'Only apps with this name'}),
  },
  filters: ({bundleId: bundleIds, name}) => ({bundleIds, name}),
  pages: (store, query, signal) => store.eachAppPage(query, signal),
  item: appItem,
  table(items) {
    const cell = (versions: readonly StoreVersion[], words: (version: StoreVersion) => (string | undefined)[]) =>
      versions.map((version) => words(version).filter(Boolean).join(' ')).join(', ');
    return {
      columns: ['ID', 'Name', 'Bundle ID', 'Live', 'In flight'],
      roles: {ID: 'id', 'Bundle ID': 'middle', Live: 'wrap', 'In flight': 'wrap'},
      pages: {Name: items.map(({id}) => appPage(id))},
      rows: items.map((app) => [
        app.id,
        app.name ?? '',
        app.bundleId ?? '',
        cell(live(app), ({versionString, platform}) => [versionString, platform]),
        cell(inFlight(app), ({versionString, platform, state, submittedDate}) => [
          versionString,
          platform,
          state,
          submittedDate && `since ${submittedDate.slice(0, 10)}`,
        ]),
      ]),
    };
  },
});
