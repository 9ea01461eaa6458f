import {useState} from 'react';
import {updateVersion} from '../../app/commands/versions/update.ts';
import {guided} from '../../app/use-cases/guided.ts';
import type {App} from '../../services/model/app.ts';
import {ToolError} from '../../services/model/error.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {useLook} from '../context/look.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {dateWarnings} from '../flows/date-warnings.ts';
import {useReadVersion} from '../flows/flow-version.ts';
import {useNextSteps} from '../flows/next-steps.ts';
import {LOST_ANSWER, useWrite} from '../flows/use-write.ts';
import {ReviewScreen, WriteScreen} from '../flows/write-screen.tsx';
import {FormView} from '../form/form-view.tsx';
import {formKeys} from '../form/step-keys.ts';
import {useForm} from '../form/use-form.ts';
import {Screen} from '../frame/screen.tsx';
import {useLeaveGuard} from '../hooks/use-leave-guard.ts';
import {versionLabel} from '../text/labels.ts';
import {changeFacts, currentTexts, openChanges, updateFields} from './update-fields.ts';

interface UpdateFormProps {
  /** As it is now. */
  version: StoreVersion;
  app: App | undefined;
  crumbs: readonly string[];
}

export function UpdateForm({version: asRead, app, crumbs}: UpdateFormProps) {
  const {session, host} = useServices();
  const {theme} = useLook();
  const router = useRouter();
  const readVersion = useReadVersion();
  // What the form began with stays what changes are measured by, whatever is read later.
  const [version] = useState(asRead);
  const [releaseType, setReleaseType] = useState(version.releaseType ?? '');
  const [reviewing, setReviewing] = useState<ReadonlyMap<string, string>>();
  const write = useWrite<{version: StoreVersion; note?: string}>();
  const next = useNextSteps({app, version: write.result?.version ?? version});

  const form = useForm({
    fields: updateFields(version, releaseType),
    initial: currentTexts(version),
    sends: 'changed',
    check(changed) {
      if (changed.size === 0) throw new ToolError('usage', 'Nothing is changed, so there is nothing to send.');
    },
  });
  const isOver = write.phase === 'done' || write.phase === 'unknown';
  const lost = form.dirty && !isOver ? 'the changes' : undefined;
  useLeaveGuard(write.phase === 'running' ? LOST_ANSWER : lost);

  const set = (name: string, text: string) => {
    form.set(name, text);
    if (name === 'release-type') setReleaseType(text);
  };
  const changed = reviewing ?? form.given;
  const command = guided(updateVersion, new Map([['version-id', version.id], ...changed]), session, host);
  const send = () => write.send(command);
  const submit = () => {
    const checked = form.submit();
    if (checked) setReviewing(checked);
  };
  const name = versionLabel(version);
  const facts = changeFacts(version, changed, theme.glyphs);

  if (write.phase !== 'idle') {
    return (
      <WriteScreen
        crumbs={crumbs}
        write={write}
        running={`Updating ${name}`}
        result={({version: updated, note}) => ({title: `Updated ${versionLabel(updated)}`, facts, note})}
        next={[next.view, next.attach]}
        onDone={router.back}
        onRetry={() => {
          write.reset();
          send();
        }}
        onBack={() => {
          write.reset();
          setReviewing(undefined);
        }}
        readTruth={async (signal) => {
          const {version: now} = await readVersion(version.id, signal);
          const open = openChanges(now, changed);
          if (open.length === 0) return {done: true, text: `${versionLabel(now)} has all of the changes.`};
          return {done: false, text: `${versionLabel(now)} does not have the new ${open.join(', ')}.`};
        }}
      />
    );
  }
  if (reviewing) {
    const warnings = dateWarnings(reviewing, version.earliestReleaseDate, host.clock.now());
    return (
      <ReviewScreen
        crumbs={crumbs}
        step={{title: `Update ${name}`, facts, warnings, command: command.line}}
        verb="update"
        onConfirm={send}
        onBack={() => setReviewing(undefined)}
      />
    );
  }
  return (
    <Screen crumbs={crumbs} keys={formKeys(submit)}>
      {({columns}) => (
        <FormView
          form={{...form, set}}
          width={columns}
          onSubmit={submit}
          intro={[`Of ${name}, only what you change is sent.`]}
        />
      )}
    </Screen>
  );
}
