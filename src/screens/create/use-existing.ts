import {highest} from '../../services/model/next-version.ts';
import type {App} from '../../services/model/version.ts';
import {PLATFORMS, type Platform, type StoreVersion} from '../../services/model/version.ts';
import {useEntry} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {type Load, useLoad} from '../hooks/use-load.ts';
import {useHold} from '../input/use-keys.tsx';

/** The versions that the next one is proposed from. */
export interface Existing {
  app: App;
  versions: readonly StoreVersion[];
  /** The platform to begin with. */
  platform: Platform;
  /** The last version, with copyright and release type; of that platform where there is one. */
  last: StoreVersion | undefined;
}

/** The largest page of the service. Newest first, so one page is enough. */
const PAGE = 200;

export function useExisting(appId: string): Load<Existing> {
  const {session} = useServices();
  const {params} = useEntry();
  const load = useLoad<Existing>('existing', appId, async (signal) => {
    const store = await session.store();
    const app = params.app ?? (await store.findApp(appId, signal));
    const {items: versions} = await store.listVersions({app: app.id, limit: PAGE}, signal);
    const platform = firstPlatform([params.version?.platform, params.platforms?.[0], versions[0]?.platform]);
    const previous = highest(versions.filter((version) => version.platform === platform)) ?? versions[0];
    if (!previous) return {app, versions, platform, last: undefined};
    const view = await store.viewVersion({id: previous.id, withPhasedRelease: true}, signal);
    return {app: app.name ? app : (view.app ?? app), versions, platform, last: view.version};
  });
  useHold(load.busy && load.data === undefined, true);
  return load;
}

function firstPlatform(candidates: readonly (string | undefined)[]): Platform {
  return PLATFORMS.find((platform) => platform === candidates.find(Boolean)) ?? 'IOS';
}
