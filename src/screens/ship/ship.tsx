import {type Params, useEntry} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {ChooseTarget, VersionFlow} from '../flows/version-flow.tsx';
import {Platforms} from './platforms.tsx';
import {ShipRoad} from './ship-road.tsx';
import {useRelease} from './use-release.ts';

/**
 * From nothing to on sale as one list of steps. All of it is read from the service, so that it can be left at any step
 * and found again where it stands.
 */
export function Ship() {
  const {params} = useEntry();
  const {appId, versionId} = params;
  if (appId !== undefined) return <ShipApp {...params} appId={appId} />;
  if (versionId === undefined) return <ChooseTarget action="ship" what="app" />;
  return (
    <VersionFlow action="ship" crumb="Ship">
      {({app, version}) => <ShipApp appId={app.id} app={app} versionId={version.id} version={version} />}
    </VersionFlow>
  );
}

function ShipApp(params: Params & {appId: string}) {
  const {revision} = useServices();
  const shipped = useRelease(params);
  const {app, platform, platforms, choose} = shipped;
  if (app && platform === undefined && platforms.length > 1) return <Platforms shipped={shipped} />;
  const onPlatforms = shipped.isChosen ? () => choose(undefined) : undefined;
  return <ShipRoad key={revision} shipped={shipped} onPlatforms={onPlatforms} />;
}
