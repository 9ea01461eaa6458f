import {useEntry} from '../context/router.ts';
import {PickFirst} from '../flows/not-now.tsx';
import {Screen} from '../frame/screen.tsx';
import {appLabel} from '../text/labels.ts';
import {CreateForm} from './create-form.tsx';
import {useExisting} from './use-existing.ts';

/** A new version of an app: fields with the next sensible values in them, review, result. */
export function Create() {
  const {appId} = useEntry().params;
  return appId === undefined ? <PickFirst action="create" what="app" /> : <CreateIn appId={appId} />;
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
