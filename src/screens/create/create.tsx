import {useEntry} from '../context/router.ts';
import {ChooseSubject} from '../flows/choose-subject.tsx';
import {Screen} from '../frame/screen.tsx';
import {appLabel} from '../text/labels.ts';
import {CreateForm} from './create-form.tsx';
import {useExisting} from './use-existing.ts';

/** A new version of an app: fields that begin with sensible values, review, result. */
export function Create() {
  const {appId} = useEntry().params;
  return appId === undefined ? <ChooseSubject action="create" what="app" /> : <CreateIn appId={appId} />;
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
