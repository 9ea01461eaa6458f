import type {AppPage} from '../../../services/model/pages.ts';
import {defineCommand} from '../../command.ts';
import {type InputOf, text, texts} from '../../flags.ts';
import {appItem, appTable} from '../../present/apps.ts';
import type {Session} from '../../session.ts';
import {checkNextAlone, collectPages, morePages, pageJson, pageQuery, pagingFlags} from '../paging.ts';

const flags = {
  'bundle-id': texts({summary: 'Only apps with these bundle IDs', placeholder: 'BUNDLE-ID,…'}),
  name: text({summary: 'Only apps of this name'}),
  ...pagingFlags,
};

function toQuery(input: InputOf<typeof flags>, session: Session) {
  return pageQuery(input, session, 'apps', {bundleIds: input['bundle-id'], name: input.name});
}

export const listApps = defineCommand({
  path: ['apps', 'list'],
  summary: 'List apps with what is live and what is in flight',
  description:
    'Sorted by name. inFlight lists every version that is neither live nor retired; since is when a version that is in\n' +
    'review or rejected was submitted.',
  examples: [
    'tool apps list --output table',
    "tool apps list --paginate --output ndjson | jq -r 'select(.attributes.inFlight != []) | .attributes.bundleId'",
  ],
  flags,
  screen: 'home',
  check: (input) => checkNextAlone(input, {'bundle-id': input['bundle-id'], name: input.name}),
  async run(input, {session, signal, host}): Promise<AppPage> {
    const query = toQuery(input, session);
    const store = await session.store();
    return input.paginate
      ? collectPages(store.eachAppPage(query, signal), 'apps', host)
      : store.listApps(query, signal);
  },
  async *stream(input, {session, signal}) {
    const query = toQuery(input, session);
    const store = await session.store();
    const pages = input.paginate ? store.eachAppPage(query, signal) : [await store.listApps(query, signal)];
    for await (const page of pages) yield page.items.map(appItem);
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: (page) => pageJson(page, appItem),
    table: ({items}) => appTable(items),
    note: morePages,
  },
});
