import {whyNot} from '../../services/model/actions.ts';
import {useEntry} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {actionTitle} from '../flows/actions.ts';
import {ChooseTarget, UnavailableFlow} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import {appLabel} from '../text/labels.ts';
import {CreateForm} from './create-form.tsx';
import {useExisting} from './use-existing.ts';

/** A new version of an app: fields that begin with sensible values, review, result. */
export function Create() {
  const {readOnly} = useServices();
  const {appId, app} = useEntry().params;
  const subject = {app, readOnly};
  if (readOnly !== undefined) {
    const why = `Not possible now: ${whyNot('create', subject)}. Nothing was sent.`;
    const crumbs = ['Apps', ...(app ? [appLabel(app)] : []), 'New version'];
    return <UnavailableFlow reasons={[actionTitle('create', subject), why]} crumbs={crumbs} subject={subject} />;
  }
  return appId === undefined ? <ChooseTarget action="create" what="app" /> : <CreateIn appId={appId} />;
}

function CreateIn({appId}: {appId: string}) {
  const {app} = useEntry().params;
  const load = useExisting(appId);
  if (load.data) return <CreateForm existing={load.data} />;
  return (
    <Screen crumbs={['Apps', app ? appLabel(app) : appId, 'New version']} keys={[]} load={load}>
      {() => null}
    </Screen>
  );
}
