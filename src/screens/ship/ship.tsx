import {versionToShip} from '../../services/model/release-steps.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import {List} from '../components/list.tsx';
import {type Column, useListState} from '../components/list-model.ts';
import {useDisplay} from '../context/display.ts';
import {type Params, useEntry} from '../context/router.ts';
import {shortTitle} from '../flows/actions.ts';
import {ChooseTarget, VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import {platformName, stateSegments} from '../text/api-names.ts';
import type {Glyphs} from '../theme.ts';
import {Checklist} from './checklist.tsx';
import {type Shipped, useShipped} from './use-shipped.ts';

/** A release as a list of steps, all read from the service, so that it can be continued at any time. */
export function Ship() {
  const {params} = useEntry();
  const {appId} = params;
  if (appId !== undefined) return <ShipApp {...params} appId={appId} />;
  return params.versionId === undefined ? <ChooseTarget action="ship" what="app" /> : <ShipKnown action="ship" />;
}

/** The same list: what is missing opens what fixes it, and S submits. */
export function Submit() {
  const {params} = useEntry();
  const {appId, version} = params;
  return appId !== undefined && version ? <ShipApp {...params} appId={appId} /> : <ShipKnown action="submit" />;
}

function ShipKnown({action}: {action: 'ship' | 'submit'}) {
  return <VersionFlow action={action} crumb={shortTitle(action)} step={ShipVersion} />;
}

function ShipVersion({app, version}: VersionFlowTarget) {
  return <ShipApp appId={app.id} app={app} versionId={version.id} version={version} />;
}

function ShipApp(params: Params & {appId: string}) {
  const shipped = useShipped(params);
  const {app, platform, platforms, choose} = shipped;
  if (app && platform === undefined && platforms.length > 1) return <Platforms shipped={shipped} />;
  const onPlatforms = shipped.isChosen ? () => choose(undefined) : undefined;
  return <Checklist shipped={shipped} onPlatforms={onPlatforms} />;
}

interface Row {
  platform: string;
  version: StoreVersion | undefined;
}

function Platforms({shipped}: {shipped: Shipped}) {
  const {theme} = useDisplay();
  const {load, app, appName, platforms, choose} = shipped;
  const versions = app?.versions ?? [];
  const rows = platforms.map((platform): Row => ({platform, version: versionToShip(versions, platform)}));
  const state = useListState('platforms', rows, ({platform}) => platform);
  const {selected} = state;
  return (
    <Screen
      crumbs={['Apps', appName, 'Ship', 'choose a platform']}
      load={load}
      keys={[{keys: ['enter'], label: 'choose', title: 'Ship on this platform', run: () => choose(selected?.platform)}]}
      readAt={load.at}
    >
      {({columns, rows: height}) => (
        <List
          state={state}
          columns={platformColumns(theme.glyphs)}
          width={columns}
          height={height}
          stale={load.stale}
        />
      )}
    </Screen>
  );
}

function platformColumns(glyphs: Glyphs): Column<Row>[] {
  return [
    {title: 'Platform', importance: 10, min: 10, cell: ({platform}) => platformName(platform)},
    {title: 'Version', importance: 8, min: 8, cell: ({version}) => version?.versionString ?? glyphs.none},
    {
      title: 'State',
      importance: 6,
      min: 12,
      cell: ({version}) =>
        version
          ? stateSegments(version.state, glyphs, stateIs(version.state, 'live') ? ', nothing in flight' : '')
          : '',
    },
  ];
}
