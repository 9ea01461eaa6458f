import {useEffect, useRef} from 'react';
import type {Release} from '../../services/model/release.ts';
import {versionToShip} from '../../services/model/release-steps.ts';
import {type AppOverview, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {useNoted} from '../checks/use-opening.ts';
import {type Params, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useQuery} from '../hooks/use-query.ts';
import {appLabel} from '../text/labels.ts';

export type Shipped = ReturnType<typeof useRelease>;

interface Shipping {
  /** Undefined until it has answered. */
  app?: AppOverview;
  /** Of the version in flight, else of the one on sale; undefined while there is none, or no platform is chosen. */
  release?: Release;
}

export function useRelease(params: Params & {appId: string}) {
  const {session, markUsed} = useServices();
  const {appId, versionId} = params;
  const [chosen, choose] = useSaved<string | undefined>('platform', undefined);
  const given = chosen ?? params.version?.platform ?? params.platforms?.[0];
  const last = useRef<Shipping>({});
  const load = useQuery<Shipping>(`ship:${appId} ${given}`, async (signal, {isQuiet, partly}) => {
    const store = await session.store();
    const {release: before} = isQuiet ? last.current : {};
    // Not the ID of the params: that may be a bundle ID.
    const readRelease = ({id, platform, state, appId: ofApp = params.app?.id}: StoreVersion) =>
      store.readRelease({id, known: {appId: ofApp, platform, state}, before}, signal);
    // A list's params allow both to load at once.
    const expected = toShip(knownVersions(params), given, versionId);
    const early = expected && readRelease(expected);
    early?.catch(() => {});
    const app = await store.readApp(appId, signal);
    const version = toShip(app.versions, given, versionId);
    if (!version) return {app};
    partly({app});
    return {app, release: await (version.id === expected?.id ? early : readRelease(version))};
  });
  const {app, release} = load.data ?? {};
  last.current = load.data ?? {};
  useEffect(() => {
    if (app) markUsed(app.id);
  }, [app, markUsed]);
  const known = useNoted(release);

  const platforms = platformsOf(app?.versions ?? knownVersions(params));
  const platform = given ?? release?.version.platform ?? (platforms.length === 1 ? platforms[0] : undefined);
  const appName = appLabel(app ?? params.app ?? {id: appId});
  const expected = toShip(app?.versions ?? knownVersions(params), given, versionId);
  return {load, app, appName, expected, platform, platforms, choose, isChosen: chosen !== undefined, release, known};
}

function toShip(versions: readonly StoreVersion[], given: string | undefined, versionId: string | undefined) {
  const [only, ...others] = platformsOf(versions);
  const wanted = versions.find(({id}) => id === versionId)?.platform;
  const platform = given ?? wanted ?? (others.length === 0 ? only : undefined);
  return platform === undefined ? undefined : versionToShip(versions, platform, versionId);
}

function platformsOf(versions: readonly StoreVersion[]): string[] {
  return [...new Set(versions.flatMap(({platform}) => platform ?? []))];
}

function knownVersions({app, version}: Params): readonly StoreVersion[] {
  if (app && 'versions' in app) return (app as AppOverview).versions;
  return version && !stateIs(version.state, 'at-rest') ? [version] : [];
}
