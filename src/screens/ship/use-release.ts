import {useEffect, useRef} from 'react';
import type {AppOverview} from '../../services/model/pages.ts';
import type {Release} from '../../services/model/release.ts';
import {versionToShip} from '../../services/model/release-steps.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {type Params, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {type Query, useQuery} from '../hooks/use-query.ts';
import {appLabel} from '../text/labels.ts';

export type Shipped = ReturnType<typeof useRelease>;

/** @returns the platform, undefined until it is known or chosen; and its version, in flight, else on sale */
export function useRelease(params: Params & {appId: string}) {
  const {session, markUsed, checked} = useServices();
  const {appId} = params;
  const overview = useQuery<AppOverview>(`app:${appId}`, async (signal) =>
    (await session.store()).readApp(appId, signal),
  );
  const app = overview.data;
  useEffect(() => {
    if (app) markUsed(app.id);
  }, [app, markUsed]);

  // A list's params allow both to load at once.
  const versions = app?.versions ?? knownVersions(params);
  const platforms = [...new Set(versions.flatMap(({platform}) => platform ?? []))];
  const [chosen, choose] = useSaved<string | undefined>('platform', undefined);
  const wanted = versions.find(({id}) => id === params.versionId) ?? params.version;
  const given = chosen ?? wanted?.platform ?? params.platforms?.[0];
  const platform = given ?? (platforms.length === 1 ? platforms[0] : undefined);
  const version = platform === undefined ? undefined : versionToShip(versions, platform, wanted?.id);

  const isLive = stateIs(version?.state, 'live');
  const last = useRef<Release>(undefined);
  const release = useQuery<Release>(version && `release:${version.id} ${isLive}`, async (signal, {isQuiet}) => {
    const store = await session.store();
    const {id = '', state, appId: ofApp = app?.id ?? params.app?.id} = version ?? {};
    if (!isLive) {
      const before = isQuiet ? last.current : undefined;
      return store.readRelease({id, known: {appId: ofApp, platform, state}, before}, signal);
    }
    // A live version can only have its roll-out left.
    const view = await store.viewVersion({id, includeBuild: true, withPhasedRelease: true}, signal);
    return {version: view.version, app: view.app, notes: {}, review: {}};
  });
  last.current = release.data;
  const readiness = release.data?.readiness?.value;
  useEffect(() => {
    if (readiness) checked.note(readiness);
  }, [readiness, checked]);
  const load = version ? joined(overview, release) : overview;
  const appName = appLabel(app ?? params.app ?? {id: appId});
  return {load, app, appName, platform, platforms, choose, isChosen: chosen !== undefined, version, release};
}

function knownVersions({app, version}: Params): readonly StoreVersion[] {
  if (app && 'versions' in app) return (app as AppOverview).versions;
  return version && !stateIs(version.state, 'at-rest') ? [version] : [];
}

/** Two loads as one: waits for both, and either may fail. */
function joined(first: Query<unknown>, second: Query<unknown>): Query<unknown> {
  const all = [first, second];
  const each = (act: (load: Query<unknown>) => void) => () => {
    for (const load of all) act(load);
  };
  return {
    ...second,
    error: first.error ?? second.error,
    busy: all.some(({busy}) => busy),
    slow: all.some(({slow}) => slow),
    retryIn: Math.max(first.retryIn, second.retryIn),
    refreshError: first.refreshError ?? second.refreshError,
    reload: each(({reload}) => reload()),
    refresh: each(({refresh}) => refresh()),
    cancel: each(({cancel}) => cancel()),
  };
}
