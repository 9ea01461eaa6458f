import {useMemo} from 'react';
import {SAMPLE_APPS} from '../../app/present/sample-apps.ts';
import {APP_ACTIONS} from '../../services/model/actions.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {plural} from '../../services/model/values.ts';
import {useDisplay} from '../context/display.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {ACTION_LABELS, actionKeys, pickTitle} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/use-app-page-key.ts';
import {useTarget} from '../frame/target.ts';
import {watchedState} from '../hooks/use-changes.ts';
import {useCompleteList} from '../hooks/use-pages.ts';
import {ListScreen} from '../list/list-screen.tsx';
import {useListing} from '../list/use-listing.ts';
import {appColumns, appOrders, appSearchText} from './app-columns.ts';
import {summary} from './need.ts';
import {nextStepKey} from './next-step.ts';
import {useReadPhased, useStatus} from './use-phased.ts';

/** The API's maximum: one request is enough for most teams. */
const PAGE = 200;
const APP_KEYS = [ACTION_LABELS.ship.key, ACTION_LABELS.create.key];

export function Home() {
  const {session, recentApps, readOnly, checked} = useServices();
  const {theme, size} = useDisplay();
  const router = useRouter();
  const {toast} = useShell();
  const {pickFor, states, platforms} = useEntry().params;
  const pages = useCompleteList<AppOverview>('apps', async function* (signal) {
    yield* (await session.store()).eachAppPage({limit: PAGE}, signal);
  });
  const {phased, statusOf} = useStatus(pages.items);
  const {at = 0} = pages.load;
  const columns = useMemo(() => appColumns(theme.glyphs, statusOf, at), [theme, statusOf, at]);
  const orders = useMemo(() => appOrders(recentApps, statusOf), [recentApps, statusOf]);
  const listing = useListing(pages, {searchText: appSearchText, orders});
  const {rows, top} = listing.state;
  const visible = useMemo(() => rows.slice(top, top + size.rows), [rows, top, size.rows]);
  useReadPhased(visible, at);
  const app = listing.selected;
  const target = {app, readOnly};
  useTarget(target);
  const webPage = useAppPageKey(app, {shown: 'help'});

  const open = (chosen: AppOverview) => {
    const known = {appId: chosen.id, app: chosen};
    if (pickFor && APP_ACTIONS.includes(pickFor)) router.push(pickFor, known);
    else router.push('versions', {...known, states, platforms, pickFor});
  };
  const purpose = pickTitle(pickFor);
  const {dot} = theme.glyphs;
  const {items, hasMore, progress} = pages;
  const count = hasMore ? partOf(items.length, pages.total) : plural(pages.total ?? items.length, 'app');
  const sample = session.globals.sandbox ? SAMPLE_APPS[app?.bundleId ?? ''] : undefined;
  // A blank reserves the line from the start.
  const reading = progress ? `Reading: ${partOf(progress.read, progress.total)}` : pages.load.busy ? ' ' : undefined;
  const found = [summary(items, statusOf, dot), hasMore && `in ${count}`].filter(Boolean).join(` ${dot} `);
  return (
    <ListScreen
      crumbs={purpose ? [purpose, 'choose an app'] : ['Apps']}
      listing={listing}
      columns={columns}
      sub={items.length > 0 ? found : reading}
      noun="app"
      open={{
        label: purpose ? 'choose' : 'versions',
        title: purpose ? 'Choose this app' : 'Show its versions',
        run: open,
      }}
      keys={[
        ...(purpose
          ? []
          : [nextStepKey(app, app && statusOf(app).next, {phased, readinessOf: checked.of}, {router, toast})]),
        ...actionKeys(target, router).filter(({keys}) => APP_KEYS.some((key) => keys.includes(key))),
        webPage,
      ]}
      statesOf={(one) => one.versions.map((version) => watchedState(one, version))}
      status={items.length > 0 ? [count, sample && `to try: ${sample}`].filter(Boolean).join(` ${dot} `) : ''}
      empty="No apps: this API key sees none."
    />
  );
}

function partOf(read: number, total: number | undefined): string {
  return total === undefined ? `the first ${plural(read, 'app')}` : `${read} of ${plural(total, 'app')}`;
}
