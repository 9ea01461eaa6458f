import {whyNot} from '../../app/use-cases/availability.ts';
import {useEntry} from '../context/router.ts';
import {useFlowVersion} from '../flows/flow-version.ts';
import {NotNow, PickFirst} from '../flows/not-now.tsx';
import {UpdateForm} from './update-form.tsx';

/** Changes of a version: fields with what is true now, old → new, result. Only what was changed is sent. */
export function Update() {
  const {versionId} = useEntry().params;
  return versionId === undefined ? <PickFirst action="update" what="version" /> : <UpdateOf />;
}

function UpdateOf() {
  const subject = useFlowVersion();
  const {version, app, appName, title} = subject;
  const crumbs = ['Apps', appName, title, 'Update'];
  if (!version || whyNot('update', {version})) return <NotNow action="update" subject={subject} crumbs={crumbs} />;
  return <UpdateForm version={version} app={app} crumbs={crumbs} />;
}
