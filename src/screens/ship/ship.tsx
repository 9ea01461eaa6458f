import {versionToShip} from '../../services/model/release-steps.ts';
import {stateIs} from '../../services/model/version.ts';
import {pad} from '../../services/text/width.ts';
import {Page, type PageRow, usePage} from '../checks/page.tsx';
import {useDisplay} from '../context/display.ts';
import {type Params, useEntry} from '../context/router.ts';
import {shortTitle} from '../flows/actions.ts';
import {ChooseTarget, VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import {platformName, stateSegments} from '../text/api-names.ts';
import {Checklist} from './checklist.tsx';
import {type Shipped, useShipped} from './use-shipped.ts';

/** A release as a list of steps, all read from the service, so that it can be continued at any time. */
export function Ship() {
  const {params} = useEntry();
  const {appId} = params;
  if (appId !== undefined) return <ShipApp {...params} appId={appId} />;
  return params.versionId === undefined ? <ChooseTarget action="ship" what="app" /> : <ShipKnown action="ship" />;
}

/** Shows the same list. A missing part opens the screen that fixes it, and S submits. */
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

function Platforms({shipped}: {shipped: Shipped}) {
  const {glyphs} = useDisplay().theme;
  const {load, app, appName, platforms, choose} = shipped;
  const rows = platforms.map((platform): PageRow => {
    const {versionString, state} = versionToShip(app?.versions ?? [], platform) ?? {};
    const words = [platformName(platform), versionString ?? glyphs.none].map((text) => pad(text, COLUMN));
    const more = stateIs(state, 'live') ? ', nothing in flight' : '';
    return {
      line: [{text: words.join('')}, ...(state === undefined ? [] : stateSegments(state, glyphs, more))],
      choice: {id: platform, label: 'choose', title: 'Ship on this platform', run: () => choose(platform)},
    };
  });
  const {state, enter} = usePage('platforms', rows, {load, unread: 'the app is still being read'});
  return (
    <Screen crumbs={['Apps', appName, 'Ship', 'choose a platform']} load={load} keys={[enter]} readAt={load.at}>
      {(area) => <Page {...{rows, state, area}} stale={load.stale} />}
    </Screen>
  );
}

const COLUMN = 12;
