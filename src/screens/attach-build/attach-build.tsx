import {useState} from 'react';
import {attachBuild} from '../../app/commands/versions/attach-build.ts';
import {guided} from '../../app/run-command.ts';
import type {Build} from '../../services/model/version.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useLocalTime} from '../context/time.ts';
import {useNextSteps} from '../flows/common-keys.ts';
import {useWrite, useWriteGuard} from '../flows/use-write.ts';
import {UnavailableFlow, VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import {type WriteResult, WriteSteps} from '../flows/write-view.tsx';
import {appLabel, capitalized, versionLabel} from '../text/labels.ts';
import {BuildList, buildName} from './build-list.tsx';

export function AttachBuild() {
  return <VersionFlow action="attach-build" crumb="Attach a build" step={AttachTo} />;
}

function AttachTo(target: VersionFlowTarget) {
  const {version, crumbs} = target;
  const {preset} = useEntry().params;
  const [build, setBuild] = useState(preset?.build);
  const [isThere] = useState(build !== undefined && build.id === version.build?.id);
  if (build && isThere) {
    const what = `${capitalized(versionLabel(version))}: build ${buildName(build)} is attached already`;
    return <UnavailableFlow {...{crumbs, target}} reasons={[what, 'Nothing was sent.']} />;
  }
  if (build) return <AttachStep {...target} build={build} onBack={() => setBuild(undefined)} />;
  return <BuildList {...target} onChoose={setBuild} />;
}

function AttachStep({version, app, build, crumbs, onBack}: VersionFlowTarget & {build: Build; onBack(): void}) {
  const {session, host} = useServices();
  const router = useRouter();
  const uploaded = useLocalTime().dateTime(build.uploadedDate);
  const write = useWrite<WriteResult>();
  const next = useNextSteps()({app, version});
  useWriteGuard(write);

  const name = versionLabel(version);
  const what = `build ${buildName(build)}`;
  const given = new Map([
    ['version-id', version.id],
    ['build', build.id],
  ]);
  const isOther = build.versionString !== undefined && build.versionString !== version.versionString;
  return (
    <WriteSteps
      {...{crumbs, write, onBack}}
      command={guided(attachBuild, given, session, host, {app, version})}
      steps={{
        verb: 'attach',
        review: {
          title: `Attach ${what} to ${name}`,
          facts: [
            ['App', appLabel(app)],
            ['Version', name],
            ['Build', [buildName(build), uploaded && `uploaded ${uploaded}`].filter(Boolean).join(', ')],
            ...(version.build ? [['Replaces', `build ${buildName(version.build)}`] as const] : []),
          ],
          warnings: isOther ? [`It was built for ${build.versionString}: the store may refuse it.`] : [],
        },
        running: `Attaching ${what} to ${name}`,
        result: () => ({
          title: `Attached ${what} to ${name}`,
          next: 'Next: see whether anything is missing, then submit it for review (S).',
          keys: [next.submit, next.view, next.web],
        }),
      }}
      onDone={router.back}
    />
  );
}
