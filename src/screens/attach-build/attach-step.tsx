import {attachBuild} from '../../app/commands/versions/attach-build.ts';
import {guided} from '../../app/use-cases/guided.ts';
import type {App} from '../../services/model/app.ts';
import type {Build, StoreVersion} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useReadVersion} from '../flows/flow-version.ts';
import {useNextSteps} from '../flows/next-steps.ts';
import {LOST_ANSWER, useWrite} from '../flows/use-write.ts';
import {ReviewScreen, WriteScreen} from '../flows/write-screen.tsx';
import {useLeaveGuard} from '../hooks/use-leave-guard.ts';
import {appLabel, versionLabel} from '../text/labels.ts';
import type {Fact} from '../text/lines.ts';
import {createLocalTime} from '../text/time.ts';
import {buildName} from './build-columns.ts';

interface AttachStepProps {
  version: StoreVersion;
  app: App;
  build: Build;
  crumbs: readonly string[];
  /** Back to the builds. */
  onBack(): void;
}

/** Review and result of attaching one build. */
export function AttachStep({version, app, build, crumbs, onBack}: AttachStepProps) {
  const {session, host} = useServices();
  const router = useRouter();
  const readVersion = useReadVersion();
  const write = useWrite<{note?: string}>();
  const next = useNextSteps({app, version});
  useLeaveGuard(write.phase === 'running' ? LOST_ANSWER : undefined);

  const name = versionLabel(version);
  const what = `build ${buildName(build)}`;
  const given = new Map([
    ['version-id', version.id],
    ['build', build.id],
  ]);
  const command = guided(attachBuild, given, session, host);
  const send = () => write.send(command);
  const uploaded = createLocalTime(host.env).dateTime(build.uploadedDate);
  const facts: Fact[] = [
    ['App', appLabel(app)],
    ['Version', name],
    ['Build', [buildName(build), uploaded && `uploaded ${uploaded}`].filter(Boolean).join(', ')],
    ...(version.build ? [['In place of', `build ${buildName(version.build)}`] as const] : []),
  ];
  if (write.phase === 'idle') {
    const isOther = build.versionString !== undefined && build.versionString !== version.versionString;
    const warnings = isOther ? [`It was built for ${build.versionString}: the store may refuse it.`] : [];
    return (
      <ReviewScreen
        crumbs={crumbs}
        step={{title: `Attach ${what} to ${name}`, facts, warnings, command: command.line}}
        verb="attach"
        onConfirm={send}
        onBack={onBack}
      />
    );
  }
  return (
    <WriteScreen
      crumbs={crumbs}
      write={write}
      running={`Attaching ${what} to ${name}`}
      result={({note}) => ({title: `Attached ${what} to ${name}`, note, next: next.submitting})}
      next={[next.view, next.web]}
      onDone={router.back}
      onRetry={() => {
        write.reset();
        send();
      }}
      onBack={onBack}
      readTruth={async (signal) => {
        const {version: now} = await readVersion(version.id, signal);
        if (now.build?.id === build.id) return {done: true, text: `Build ${buildName(build)} is attached to ${name}.`};
        const instead = now.build ? `build ${buildName(now.build)} is attached` : 'no build is attached';
        return {done: false, text: `To ${name}, ${instead}.`};
      }}
    />
  );
}
