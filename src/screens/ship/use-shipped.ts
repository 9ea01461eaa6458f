import {useEffect} from 'react';
import type {Release} from '../../services/model/release.ts';
import {versionToShip} from '../../services/model/release-steps.ts';
import {type AppOverview, PLATFORMS, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {useNoted, useReadRelease} from '../checks/use-release.tsx';
import {type Params, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useQuery} from '../hooks/use-query.ts';
import {appLabel} from '../text/labels.ts';

export type Shipped = ReturnType<typeof useShipped>;

interface Shipping {
  app: AppOverview;
  release?: Release;
}

export function useShipped(params: Params & {appId: string}) {
  const {session, markUsed} = useServices();
  const {appId, versionId} = params;
  const [chosen, choose] = useSaved<string | undefined>('platform', undefined);
  const given = chosen ?? params.version?.platform ?? params.platforms?.[0];
  const readRelease = useReadRelease();
  const load = useQuery<Shipping>(`ship:${appId} ${given}`, async (signal, {isQuiet, partly}) => {
    const store = await session.store();
    // The ID in the params may be a bundle ID, so it is not used here.
    const read = (version: StoreVersion) =>
      readRelease({...version, appId: version.appId ?? params.app?.id}, {isQuiet}, signal);
    // The params of a list name the expected version, so that it can load together with the app.
    const expected = toShip(knownVersions(params), given, versionId);
    const early = expected && read(expected);
    early?.catch(() => {});
    const overview = await store.readApp(appId, signal);
    // Fifty newer iOS versions may hide one for the Mac.
    const more = overview.isPartial ? await store.versionsByPlatform({app: overview.id, most: 20}, signal) : [];
    const unseen = more.filter(({id}) => !overview.versions.some((version) => version.id === id));
    const app = {...overview, versions: [...overview.versions, ...unseen]};
    const version = toShip(app.versions, given, versionId);
    if (!version) return {app};
    partly({app});
    return {app, release: await (version.id === expected?.id ? early : read(version))};
  });
  const {app, release} = load.data ?? {};
  useEffect(() => {
    if (app) markUsed(app.id);
  }, [app, markUsed]);
  const known = useNoted(release);

  const versions = app?.versions ?? knownVersions(params);
  const platforms = platformsOf(versions);
  const platform = given ?? release?.version.platform ?? (platforms.length === 1 ? platforms[0] : undefined);
  const appName = appLabel(app ?? params.app ?? {id: appId});
  const expected = toShip(versions, given, versionId);
  return {load, app, appName, expected, platform, platforms, choose, isChosen: chosen !== undefined, release, known};
}

function toShip(versions: readonly StoreVersion[], given: string | undefined, versionId: string | undefined) {
  const [only, ...others] = platformsOf(versions);
  const wanted = versions.find(({id}) => id === versionId)?.platform;
  const platform = given ?? wanted ?? (others.length === 0 ? only : undefined);
  return platform === undefined ? undefined : versionToShip(versions, platform, versionId);
}

function platformsOf(versions: readonly StoreVersion[]): string[] {
  const there = new Set(versions.flatMap(({platform}) => platform ?? []));
  return [...new Set([...PLATFORMS, ...there])].filter((platform) => there.has(platform));
}

function knownVersions({app, version}: Params): readonly StoreVersion[] {
  if (app && 'versions' in app) return (app as AppOverview).versions;
  return version && !stateIs(version.state, 'at-rest') ? [version] : [];
}
