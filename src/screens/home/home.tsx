import {useMemo} from 'react';
import type {AppOverview} from '../../services/model/pages.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {List} from '../components/list.tsx';
import {useListState} from '../components/list-state.ts';
import {useLook} from '../context/look.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {ACTION_WORDS, actionKeys, pickTitle} from '../flows/actions.ts';
import {moreNotice} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import {useSubject} from '../frame/subject.ts';
import {type Load, NOTHING_READ} from '../hooks/use-load.ts';
import {usePages} from '../hooks/use-pages.ts';
import {useSearch} from '../hooks/use-search.tsx';
import {useSort} from '../hooks/use-sort.ts';
import {createLocalTime} from '../text/time.ts';
import {appColumns, appOrders, appWords} from './app-columns.ts';

const PAGE = 100;

/** All apps with what is live and what is on its way. */
export function Home() {
  const {session, host, recentApps} = useServices();
  const {theme} = useLook();
  const {copy, browse} = useShell();
  const router = useRouter();
  const {params} = useEntry();
  const {pickFor, states, platforms} = params;
  const time = useMemo(() => createLocalTime(host.env), [host]);
  const columns = useMemo(() => appColumns(theme.glyphs), [theme]);
  const orders = useMemo(() => appOrders(recentApps), [recentApps]);

  const pages = usePages<AppOverview>('apps', 'apps', async (next, signal) => {
    const store = await session.store();
    return store.listApps(next ? {next} : {limit: PAGE}, signal);
  });
  const {load, items, total = items.length} = pages;
  const sort = useSort(items, orders);
  const search = useSearch(sort.rows, appWords);
  const list = useListState('apps', search.rows, ({id}) => id);
  const app = list.selected;
  useSubject({app});

  const open = (chosen: AppOverview) => {
    const known = {appId: chosen.id, app: chosen};
    if (pickFor === 'create') router.push('create', known);
    else router.push('versions', {...known, states, platforms, pickFor});
  };
  const nothing = app ? undefined : 'there is no app here';
  const purpose = pickTitle(pickFor);
  return (
    <Screen
      crumbs={purpose ? [purpose, 'choose an app'] : ['Apps']}
      load={load}
      waiting={pages.slowMore}
      notice={moreNotice(pages)}
      keys={[
        {
          keys: ['enter'],
          label: purpose ? 'choose' : 'versions',
          title: purpose ? 'Choose this app' : 'Show its versions',
          unavailable: nothing,
          run: () => app && open(app),
        },
        ...search.keys,
        ...sort.keys,
        ...actionKeys({app}, router).filter(({keys}) => keys.includes(ACTION_WORDS.create.key)),
        {
          keys: ['y'],
          label: 'copy ID',
          title: 'Copy the app ID',
          shown: 'help',
          inPalette: true,
          unavailable: nothing,
          run: () => app && copy(app.id, 'App ID'),
        },
        {
          keys: ['o'],
          label: 'web page',
          title: 'Open the app on the web',
          shown: 'help',
          inPalette: true,
          unavailable: nothing,
          run: () => app && browse(appPage(app.id)),
        },
      ]}
      status={items.length > 0 ? `${total} ${total === 1 ? 'app' : 'apps'}` : ''}
      input={search.line}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
    >
      {({columns: width, rows}) => (
        <List
          state={list}
          columns={columns}
          width={width}
          height={rows}
          sort={sort}
          onEnd={pages.more}
          loading={load.busy}
          empty={emptyText(search.query, load)}
        />
      )}
    </Screen>
  );
}

function emptyText(query: string, {error, at}: Load<unknown>): string {
  if (query !== '') return 'No app matches.';
  if (error) return '';
  return at === undefined ? NOTHING_READ : 'No apps: this API key sees none.';
}
