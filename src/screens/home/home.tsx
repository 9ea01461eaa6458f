import {useMemo} from 'react';
import type {AppOverview} from '../../services/model/pages.ts';
import {useLook} from '../context/look.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {ACTION_WORDS, actionKeys, pickTitle} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/use-app-page-key.ts';
import {useSubject} from '../frame/subject.ts';
import {watchedState} from '../hooks/use-changes.ts';
import {usePages} from '../hooks/use-pages.ts';
import {ListScreen} from '../list/list-screen.tsx';
import {useListing} from '../list/use-listing.ts';
import {plural} from '../text/labels.ts';
import {appColumns, appOrders, appWords} from './app-columns.ts';

const PAGE = 100;

/** All apps, with the versions that are live and those on their way. */
export function Home() {
  const {session, recentApps} = useServices();
  const {theme} = useLook();
  const router = useRouter();
  const {pickFor, states, platforms} = useEntry().params;
  const columns = useMemo(() => appColumns(theme.glyphs), [theme]);
  const orders = useMemo(() => appOrders(recentApps), [recentApps]);
  const pages = usePages<AppOverview>('apps', 'apps', async (next, signal) => {
    const store = await session.store();
    return store.listApps(next ? {next} : {limit: PAGE}, signal);
  });
  const listing = useListing(pages, {words: appWords, orders});
  const app = listing.selected;
  useSubject({app});
  const webPage = useAppPageKey(app, {shown: 'help'});

  const open = (chosen: AppOverview) => {
    const known = {appId: chosen.id, app: chosen};
    if (pickFor === 'create') router.push('create', known);
    else router.push('versions', {...known, states, platforms, pickFor});
  };
  const purpose = pickTitle(pickFor);
  const {items, total = items.length} = pages;
  return (
    <ListScreen
      crumbs={purpose ? [purpose, 'choose an app'] : ['Apps']}
      listing={listing}
      columns={columns}
      noun="app"
      open={{
        label: purpose ? 'choose' : 'versions',
        title: purpose ? 'Choose this app' : 'Show its versions',
        run: open,
      }}
      keys={[...actionKeys({app}, router).filter(({keys}) => keys.includes(ACTION_WORDS.create.key)), webPage]}
      statesOf={(one) => one.versions.map((version) => watchedState(one, version))}
      status={items.length > 0 ? plural(total, 'app') : ''}
      empty="No apps: this API key sees none."
    />
  );
}
