import {HISTORY_EVENTS, type HistoryEntry} from '../../../services/model/history.ts';
import {
  FILTERABLE_STATES,
  INCLUDES,
  PLATFORMS,
  type StoreVersion,
  type VersionView,
} from '../../../services/model/version.ts';
import {versionPage} from '../../../services/model/web-pages.ts';
import {defineCommand, OFFERED} from '../../command.ts';
import {appFlag, listOf, texts, toggle, versionId} from '../../flags/flags.ts';
import {record} from '../../present/formats.ts';
import {anyObject, constant, enumOf, list, nullable, object, picked, shaped, string} from '../../present/shapes.ts';
import {listCommand} from '../list-command.ts';

const versionItem = shaped(
  object({
    id: string,
    type: constant('storeVersions'),
    attributes: object({}, {versionString: string, platform: string, storeState: string, createdDate: string}),
  }),
  ({id, versionString, platform, state, createdDate}: StoreVersion) => {
    const attributes = {versionString, platform, storeState: state, createdDate};
    return {id, type: 'storeVersions' as const, attributes};
  },
);

export const listVersions = listCommand({
  path: ['versions', 'list'],
  summary: 'List the store versions of an app',
  description:
    'Prints one page, newest versions first. To get the next page, pass links.next to --next; to get all pages, use --paginate.',
  examples: [
    'tool versions list --app 1234567890 --state IN_REVIEW,READY_FOR_SALE',
    'tool versions list --app com.example.app --platform IOS --output table',
    'tool versions list --app 1234567890 --paginate --output ndjson',
  ],
  screen: 'versions',
  collection: 'versions',
  flags: {
    app: appFlag({unless: ['next']}),
    version: texts({summary: 'Only these version strings'}),
    platform: listOf(PLATFORMS, {summary: 'Only these platforms'}),
    state: listOf(FILTERABLE_STATES, {summary: 'Only versions in these states'}),
  },
  filters: ({app = '', version, platform, state}) => ({app, versions: version, platforms: platform, states: state}),
  pages: (store, query, {signal}) => store.eachVersionPage(query, signal),
  item: versionItem,
  table(items) {
    return {
      columns: ['ID', 'Version', 'Platform', 'State', 'Created'],
      roles: {ID: 'id', Created: 'time'},
      pages: {Version: items.map((version) => versionPage(version, version.appId))},
      rows: items.map(({id, versionString = '', platform = '', state = '', createdDate = ''}) => {
        return [id, versionString, platform, state, createdDate];
      }),
    };
  },
});

const historyItem = picked(
  object({at: nullable(string), event: enumOf(HISTORY_EVENTS), by: nullable(string), detail: nullable(string)}),
);

export const versionHistory = defineCommand({
  path: ['versions', 'history'],
  summary: 'Show what happened to a store version',
  description: 'Oldest first. Events without a date come last.',
  examples: ['tool versions history --version-id com.example.app@3.4.0 --output table'],
  flags: {'version-id': versionId},
  effect: 'none',
  agents: OFFERED,
  run: async (input, {session, signal}) => (await session.store()).versionHistory(input.versionId, signal),
  present: {
    json: shaped(object({data: list(historyItem.schema)}), (entries: readonly HistoryEntry[]) => ({
      data: entries.map(historyItem),
    })),
    table: (entries) => ({
      columns: ['At', 'Event', 'By', 'Detail'],
      roles: {At: 'time', Detail: 'wrap'},
      rows: entries.map(({at = '', event, by = '', detail = ''}) => [at, event, by, detail]),
    }),
  },
});

const viewShape = object(
  {id: string},
  {
    versionString: string,
    platform: string,
    state: string,
    buildId: string,
    buildVersion: string,
    submissionId: string,
    createdDate: string,
    copyright: string,
    releaseType: string,
    earliestReleaseDate: string,
    included: list(object({id: string, type: string, attributes: anyObject})),
  },
);

export const viewVersion = defineCommand({
  path: ['versions', 'view'],
  summary: 'Show one store version',
  examples: [
    'tool versions view --version-id ID --include-build --include-submission',
    'tool versions view --version-id ID --include ageRatingDeclaration,customerReviews --output table',
  ],
  flags: {
    'version-id': versionId,
    'include-build': toggle({summary: 'Include the attached build'}),
    'include-submission': toggle({summary: 'Include the submission'}),
    include: listOf(INCLUDES, {summary: 'Include these related resources'}),
  },
  effect: 'none',
  agents: OFFERED,
  screen: 'version',
  async run({versionId: id, ...included}, {session, signal}) {
    return (await session.store()).viewVersion({id, ...included}, signal);
  },
  present: record(viewShape, ({version, ...rest}: VersionView) => {
    return {...version, ...rest, buildId: version.build?.id, buildVersion: version.build?.version};
  }),
});
