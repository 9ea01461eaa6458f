import {HISTORY_EVENTS, type HistoryEntry} from '../../../services/model/history.ts';
import {FILTERABLE_STATES, INCLUDES, PLATFORMS} from '../../../services/model/version.ts';
import {defineCommand} from '../../command.ts';
import {listOf, texts, toggle} from '../../flags/flags.ts';
import {appFlag} from '../../flags/targets.ts';
import {record} from '../../present/formats.ts';
import {list, nullable, object, oneOf, shaped, string} from '../../present/shapes.ts';
import {versionItem, versionTable, versionViewJson, versionViewShape} from '../../present/versions.ts';
import {versionId} from '../flags.ts';
import {listCommand} from '../list-command.ts';

export const listVersions = listCommand({
  path: ['versions', 'list'],
  summary: 'List the store versions of an app',
  description:
    'Prints one page, newest versions first. Pass its links.next to --next for the next one, or use --paginate for all of them.',
  examples: [
    'tool versions list --app 1234567890 --state IN_REVIEW,READY_FOR_SALE',
    'tool versions list --app com.example.app --platform IOS --output table',
    'tool versions list --app 1234567890 --paginate --output ndjson',
  ],
  screen: 'versions',
  collection: 'versions',
  flags: {
    app: appFlag({summary: 'App ID or bundle ID; required unless --next is given'}),
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

const historyShape = object({
  at: nullable(string),
  event: oneOf(HISTORY_EVENTS),
  by: nullable(string),
  detail: nullable(string),
});

export const versionHistory = defineCommand({
  path: ['versions', 'history'],
  summary: 'Show what happened to a store version',
  description: 'Oldest first. Events that the service does not date come last.',
  examples: ['tool versions history --version-id com.example.app@3.4.0 --output table'],
  flags: {'version-id': versionId},
  effect: 'none',
  run: async (input, {session, signal}) => (await session.store()).versionHistory(input['version-id'], signal),
  present: {
    formats: ['json', 'table'],
    json: shaped(object({data: list(historyShape)}), (entries: readonly HistoryEntry[]) => ({
      data: entries.map(({at = null, event, by = null, detail = null}) => ({at, event, by, detail})),
    })),
    table: (entries) => ({
      columns: ['At', 'Event', 'By', 'Detail'],
      roles: {At: 'time', Detail: 'wrap'},
      rows: entries.map(({at = '', event, by = '', detail = ''}) => [at, event, by, detail]),
    }),
  },
});

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
  screen: 'version',
  run: async (input, {session, signal}) =>
    (await session.store()).viewVersion(
      {
        id: input['version-id'],
        includeBuild: input['include-build'],
        includeSubmission: input['include-submission'],
        include: input.include,
      },
      signal,
    ),
  present: record(versionViewShape, versionViewJson),
});
