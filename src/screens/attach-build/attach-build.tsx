import {useState} from 'react';
import type {Build} from '../../services/model/version.ts';
import {VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import {AttachStep} from './attach-step.tsx';
import {BuildList} from './build-list.tsx';

/** A build for a version: pick one, review, result. */
export function AttachBuild() {
  return (
    <VersionFlow action="attach-build" crumb="Attach a build">
      {(subject) => <AttachTo {...subject} />}
    </VersionFlow>
  );
}

function AttachTo(subject: VersionFlowTarget) {
  const [build, setBuild] = useState<Build>();
  if (build) return <AttachStep {...subject} build={build} onBack={() => setBuild(undefined)} />;
  return <BuildList {...subject} onChoose={setBuild} />;
}
