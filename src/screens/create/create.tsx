import {whyNot} from '../../services/model/actions.ts';
import {highest} from '../../services/model/next-version.ts';
import {PLATFORMS, type Platform} from '../../services/model/version.ts';
import {useEntry} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {actionTitle} from '../flows/actions.ts';
import {ChooseTarget, UnavailableFlow} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import {type Query, useQuery} from '../hooks/use-query.ts';
import {useHold} from '../input/use-keys.tsx';
import {appLabel} from '../text/labels.ts';
import {CreateForm, type Existing} from './create-form.tsx';

export function Create() {
  const {readOnly} = useServices();
  const {appId, app} = useEntry().params;
  const target = {app, readOnly};
  if (readOnly !== undefined) {
    const why = `Not possible now: ${whyNot('create', target)}. Nothing was sent.`;
    const crumbs = ['Apps', ...(app ? [appLabel(app)] : []), 'New version'];
    return <UnavailableFlow reasons={[actionTitle('create', target), why]} crumbs={crumbs} target={target} />;
  }
  return appId === undefined ? <ChooseTarget action="create" what="app" /> : <CreateIn appId={appId} />;
}

function CreateIn({appId}: {appId: string}) {
  const {app} = useEntry().params;
  const load = useExisting(appId);
  if (load.data) return <CreateForm existing={load.data} />;
  return <Screen crumbs={['Apps', app ? appLabel(app) : appId, 'New version']} load={load} />;
}

/** The API's maximum; newest first, so one page is enough. */
const PAGE = 200;

function useExisting(appId: string): Query<Existing> {
  const {session} = useServices();
  const {params} = useEntry();
  const load = useQuery<Existing>(`existing:${appId}`, async (signal) => {
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
