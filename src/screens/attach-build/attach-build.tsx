import {useState} from 'react';
import {whyNot} from '../../app/use-cases/availability.ts';
import type {Build} from '../../services/model/version.ts';
import {useEntry} from '../context/router.ts';
import {useFlowVersion} from '../flows/flow-version.ts';
import {NotNow, PickFirst} from '../flows/not-now.tsx';
import {AttachStep} from './attach-step.tsx';
import {BuildList} from './build-list.tsx';

/** A build for a version: pick one, review, result. */
export function AttachBuild() {
  const {versionId} = useEntry().params;
  return versionId === undefined ? <PickFirst action="attach-build" what="version" /> : <AttachTo />;
}

function AttachTo() {
  const subject = useFlowVersion();
  const [build, setBuild] = useState<Build>();
  const {version, app, appName, title} = subject;
  const crumbs = ['Apps', appName, title, 'Attach a build'];
  if (!version || !app || whyNot('attach-build', {version})) {
    return <NotNow action="attach-build" subject={subject} crumbs={crumbs} />;
  }
  if (build) return <AttachStep {...{version, app, build, crumbs}} onBack={() => setBuild(undefined)} />;
  return <BuildList {...{version, app, crumbs}} onChoose={setBuild} />;
}
