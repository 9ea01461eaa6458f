import {useEffect, useMemo, useState} from 'react';
import {type Subject, whyNot} from '../../app/use-cases/availability.ts';
import type {App} from '../../services/model/app.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {List} from '../components/list.tsx';
import {useListState} from '../components/list-state.ts';
import {useLook} from '../context/look.ts';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {actionKeys, actionParams, pickTitle} from '../flows/actions.ts';
import {moreNotice} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import {useSubject} from '../frame/subject.ts';
import {type Load, NOTHING_READ, useLoad} from '../hooks/use-load.ts';
import {type Pages, usePages} from '../hooks/use-pages.ts';
import {useSearch} from '../hooks/use-search.tsx';
import {useSort} from '../hooks/use-sort.ts';
import {appLabel} from '../text/labels.ts';
import {createLocalTime} from '../text/time.ts';
import {FilterDialog, type FilterKind, type Filters, filterLine, sent} from './filters.tsx';
import {versionColumns, versionOrders, versionWords} from './version-columns.ts';

/** The most that the service gives at once: the fewer waits on the way down. */
const PAGE = 200;

/** The versions of an app: filtered by the service, searched and sorted here. */
export function Versions() {
  const {session, host, markUsed} = useServices();
  const {theme, size, screenReader} = useLook();
  const {copy, browse} = useShell();
  const router = useRouter();
  const {params} = useEntry();
  const {appId, pickFor} = params;
  const time = useMemo(() => createLocalTime(host.env), [host]);
  const columns = useMemo(() => versionColumns(theme.glyphs, time), [theme, time]);
  const orders = useMemo(() => versionOrders(time.milliseconds), [time]);
  const [filters, setFilters] = useSaved<Filters>('filters', {
    states: params.states ?? [],
    platforms: params.platforms ?? [],
  });
  const [picking, setPicking] = useState<FilterKind | undefined>(params.picking);

  const found = useLoad<App>('app', params.app ? undefined : appId, async (signal) => {
    const store = await session.store();
    return store.findApp(appId ?? '', signal);
  });
  // An app that was named by its ID alone comes along with its versions.
  const [named, setNamed] = useSaved<App | undefined>('app', undefined);
  const known = params.app ?? found.data;
  const app = known?.name === undefined ? (named ?? known) : known;
  useEffect(() => {
    if (app) markUsed(app.id);
  }, [app, markUsed]);
  const question = known && JSON.stringify([known.id, filters]);
  const pages = usePages<StoreVersion>('versions', question, async (next, signal) => {
    const store = await session.store();
    if (next) return store.listVersions({next}, signal);
    const page = await store.listVersions(
      {app: known?.id ?? '', ...sent(filters), limit: PAGE, withBuild: true},
      signal,
    );
    if (page.app?.id === known?.id && known?.name === undefined) setNamed(page.app);
    return page;
  });
  const sort = useSort(pages.items, orders);
  const search = useSearch(sort.rows, versionWords);
  const list = useListState('versions', search.rows, ({id}) => id);
  const version = list.selected;
  const target = {app, version};
  useSubject(target);

  const open = () => {
    if (version) router.push(pickFor && pickFor !== 'versions' ? pickFor : 'version', actionParams(target));
  };
  const purpose = pickFor && pickFor !== 'versions' ? pickTitle(pickFor) : undefined;
  const whyNotOpen = version ? purpose && whyNotPicked(pickFor, target) : 'there is no version here';
  const {load, items, total} = pages;
  const filtered = filters.states.length + filters.platforms.length > 0;
  const loaded = load.at === undefined ? '' : countText(items.length, total);
  const count = search.query !== '' ? `${search.rows.length} of ${items.length}` : loaded;
  return (
    <Screen
      crumbs={[...(purpose ? [purpose] : ['Apps']), app ? appLabel(app) : (appId ?? '')]}
      load={found.error ? found : load}
      waiting={found.slow || pages.slowMore}
      notice={moreNotice(pages)}
      sub={filterLine(filters, count, {width: size.columns - 2, screenReader})}
      keys={[
        {
          keys: ['enter'],
          label: purpose ? 'choose' : 'open',
          title: purpose ?? 'Open this version',
          unavailable: whyNotOpen,
          run: open,
        },
        ...actionKeys(target, router),
        {keys: ['f'], label: 'states', title: 'Filter by state', inPalette: true, run: () => setPicking('states')},
        {
          keys: ['p'],
          label: 'platforms',
          title: 'Filter by platform',
          inPalette: true,
          run: () => setPicking('platforms'),
        },
        ...search.keys,
        ...sort.keys,
        {
          keys: ['y'],
          label: 'copy ID',
          title: 'Copy the version ID',
          shown: 'help',
          inPalette: true,
          unavailable: version ? undefined : 'there is no version here',
          run: () => version && copy(version.id, 'Version ID'),
        },
        {
          keys: ['o'],
          label: 'web page',
          title: 'Open the app on the web',
          shown: 'help',
          inPalette: true,
          unavailable: app ? undefined : 'the app is not known yet',
          run: () => app && browse(appPage(app.id)),
        },
      ]}
      status={pageText(pages, theme.glyphs.dot)}
      input={search.line}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
      dialog={
        picking && (
          <FilterDialog
            kind={picking}
            filters={filters}
            onCancel={() => setPicking(undefined)}
            onApply={(chosen) => {
              setPicking(undefined);
              setFilters(chosen);
            }}
          />
        )
      }
    >
      {({columns: width, rows}) => (
        <List
          state={list}
          columns={columns}
          width={width}
          height={rows}
          sort={sort}
          stale={load.outdated}
          loading={load.busy || found.busy}
          onEnd={pages.more}
          empty={emptyText(search.query, filtered, found.error ? found : load)}
        />
      )}
    </Screen>
  );
}

function whyNotPicked(pickFor: string | undefined, subject: Subject): string | undefined {
  switch (pickFor) {
    case 'attach-build':
    case 'update':
    case 'release':
    case 'delete':
      return whyNot(pickFor, subject);
    default:
      return undefined;
  }
}

function countText(loaded: number, total: number | undefined): string {
  return total === undefined || total <= loaded ? String(loaded) : `${loaded} of ${total}`;
}

/** `page 2 · 400 loaded · more below` */
function pageText({pages, items, hasMore}: Pages<StoreVersion>, dot: string): string {
  if (pages === 0) return '';
  return [`page ${pages}`, `${items.length} loaded`, ...(hasMore ? ['more below'] : [])].join(` ${dot} `);
}

function emptyText(query: string, filtered: boolean, {error, at}: Load<unknown>): string {
  if (query !== '') return 'No version matches. Esc shows all that are loaded.';
  if (error) return '';
  if (at === undefined) return NOTHING_READ;
  return filtered
    ? 'No version in these states and on these platforms. f and p change the filters.'
    : 'No versions yet. c creates one.';
}
