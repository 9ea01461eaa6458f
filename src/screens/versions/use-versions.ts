import {useEffect} from 'react';
import type {App, StoreVersion} from '../../services/model/version.ts';
import {usePane} from '../context/pane.ts';
import {useEntry, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import {type Pages, usePages} from '../hooks/use-pages.ts';
import {type Filters, sent} from './filters.tsx';

export interface AppVersions {
  app: App | undefined;
  /** Looks up the app before its versions can be read. */
  before: Load<App>;
  pages: Pages<StoreVersion>;
}

/** The largest page of the service: fewer waits while scrolling. */
const PAGE = 200;

/** The versions of the app that the screen was opened with, filtered by the service. */
export function useVersions(filters: Filters): AppVersions {
  const {session, markUsed} = useServices();
  const {forget} = usePane();
  const {appId = '', app: given} = useEntry().params;
  const before = useLoad<App>('app', given ? undefined : appId, async (signal) => {
    const store = await session.store();
    return store.findApp(appId, signal);
  });
  // For an app given by its ID alone, the first page of versions brings the name.
  const [named, setNamed] = useSaved<App | undefined>('app', undefined);
  const known = given ?? before.data;
  const app = known?.name === undefined ? (named ?? known) : known;
  useEffect(() => {
    if (app) markUsed(app.id);
  }, [app, markUsed]);

  const question = known && JSON.stringify([known.id, filters]);
  const pages = usePages<StoreVersion>('versions', question, async (next, signal) => {
    const store = await session.store();
    if (next) return store.listVersions({next}, signal);
    const query = {app: known?.id ?? '', ...sent(filters), limit: PAGE, withBuild: true};
    const page = await store.listVersions(query, signal);
    if (page.app?.id === known?.id && known?.name === undefined) setNamed(page.app);
    return page;
  });
  const {reload} = pages.load;
  return {
    app,
    before,
    pages: {
      ...pages,
      load: {
        ...pages.load,
        // Asked for by a person, it is for all that is shown.
        reload() {
          forget();
          reload();
        },
      },
    },
  };
}
