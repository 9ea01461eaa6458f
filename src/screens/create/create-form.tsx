import {useState} from 'react';
import {createVersion} from '../../app/commands/versions/create.ts';
import {parseDateTime} from '../../app/time-flags.ts';
import {guided} from '../../app/use-cases/guided.ts';
import {inFlight, nextVersion} from '../../app/use-cases/next-version.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {Lines} from '../components/lines.tsx';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {dateWarnings} from '../flows/date-warnings.ts';
import {useNextSteps} from '../flows/next-steps.ts';
import type {Truth} from '../flows/truth.ts';
import {LOST_ANSWER, useWrite} from '../flows/use-write.ts';
import {ReviewScreen, WriteScreen} from '../flows/write-screen.tsx';
import {FormView} from '../form/form-view.tsx';
import {formKeys} from '../form/step-keys.ts';
import {useForm} from '../form/use-form.ts';
import {Screen} from '../frame/screen.tsx';
import {useLeaveGuard} from '../hooks/use-leave-guard.ts';
import {appLabel, versionLabel} from '../text/labels.ts';
import {type Fact, noteLines} from '../text/lines.ts';
import {platformName, releaseTypeName, stateWords} from '../text/words.ts';
import {createFields} from './create-fields.ts';
import type {Existing} from './use-existing.ts';

type CreateTruth = Truth & {version?: StoreVersion};

export function CreateForm({existing}: {existing: Existing}) {
  const {session, host} = useServices();
  const router = useRouter();
  const {app, versions, last} = existing;
  const [platform, setPlatform] = useState<string>(existing.platform);
  const [releaseType, setReleaseType] = useState(proposedType(last));
  const [reviewing, setReviewing] = useState<ReadonlyMap<string, string>>();
  const [found, setFound] = useState<StoreVersion>();
  const write = useWrite<{version: StoreVersion; note?: string}>();

  const proposal = nextVersion(versions, platform);
  const copyrightFrom = last?.copyright ? last.versionString : undefined;
  const form = useForm({
    fields: createFields({platform, releaseType, proposal, versions, copyrightFrom}),
    initial: {
      platform,
      version: proposal.text,
      copyright: last?.copyright ?? '',
      'release-type': releaseType,
    },
  });
  const isOver = write.phase === 'done' || write.phase === 'unknown';
  const lost = form.dirty && !isOver ? 'the new version' : undefined;
  useLeaveGuard(write.phase === 'running' ? LOST_ANSWER : lost);

  const set = (name: string, text: string) => {
    form.set(name, text);
    if (name === 'release-type') setReleaseType(text);
    if (name !== 'platform') return;
    setPlatform(text);
    // A string of one's own stays; a proposal goes with the platform.
    const typed = form.values.version ?? '';
    form.set('version', typed === proposal.text ? nextVersion(versions, text).text : typed);
  };
  const given = new Map([['app', app.id], ...(reviewing ?? form.given)]);
  const subject = {versionString: given.get('version'), platform: given.get('platform')};
  const name = versionLabel({id: '', ...subject});
  const command = guided(createVersion, given, session, host);
  const send = () => write.send(command);
  const submit = () => {
    const checked = form.submit();
    if (checked) setReviewing(checked);
  };
  const readTruth = async (signal: AbortSignal): Promise<CreateTruth> => {
    const store = await session.store();
    const {versionString = '', platform: on} = subject;
    const page = await store.listVersions({app: app.id, versions: [versionString]}, signal);
    const version = page.items.find((item) => item.versionString === versionString && item.platform === on);
    setFound(version);
    if (!version) return {done: false, text: `There is no version ${name}.`};
    return {done: true, text: `There is a version ${name}: ${stateWords(version.state).name}.`};
  };

  const appName = appLabel(app);
  const crumbs = ['Apps', appName, 'New version'];
  const next = useNextSteps({app, version: write.result?.version ?? found});
  const onDone = () => {
    if (router.stack.at(-2)?.params.pickFor) router.reset('versions', {appId: app.id, app});
    else router.back();
  };
  if (write.phase !== 'idle') {
    return (
      <WriteScreen
        crumbs={crumbs}
        write={write}
        running={`Creating ${name}`}
        result={({version, note}) => ({
          title: `Created ${versionLabel(version)}`,
          facts: [
            ['App', appName],
            ['State', stateWords(version.state).name],
            ['ID', version.id],
          ],
          note,
          next: `Next: attach a build (b). ${next.submitting}`,
        })}
        next={[next.attach, next.view, next.web]}
        onDone={onDone}
        onRetry={() => {
          write.reset();
          send();
        }}
        onBack={() => {
          write.reset();
          setReviewing(undefined);
        }}
        readTruth={readTruth}
      />
    );
  }
  if (reviewing) {
    return (
      <ReviewScreen
        crumbs={crumbs}
        step={{
          title: `Create ${name}`,
          facts: reviewFacts(appName, reviewing),
          warnings: [...blockWarning(versions, platform), ...dateWarnings(reviewing, undefined, host.clock.now())],
          command: command.line,
        }}
        verb="create"
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
          outro={
            <Lines
              lines={blockWarning(versions, platform).flatMap((text) => ['', ...noteLines(text, columns - 4)])}
              width={columns - 4}
            />
          }
        />
      )}
    </Screen>
  );
}

/** As the version before; a date is for one version only. */
function proposedType(last: StoreVersion | undefined): string {
  const type = last?.releaseType;
  return type === 'MANUAL' || type === 'AFTER_APPROVAL' ? type : '';
}

/** Which version on its way keeps, or may keep, a new one from being made. */
function blockWarning(versions: readonly StoreVersion[], platform: string): string[] {
  const moving = inFlight(versions, platform);
  if (!moving) return [];
  const {version, blocks} = moving;
  const what = `${versionLabel(version)} is on its way (${stateWords(version.state).short})`;
  return [
    `${what}: the store ${blocks ? 'will refuse another one beside it' : 'may refuse a new one until it is out'}.`,
  ];
}

function reviewFacts(appName: string, given: ReadonlyMap<string, string>): Fact[] {
  const type = given.get('release-type');
  const date = given.get('earliest-release-date');
  const facts: [string, string | undefined][] = [
    ['App', appName],
    ['Version', given.get('version')],
    ['Platform', platformName(given.get('platform') ?? '')],
    ['Copyright', given.get('copyright')],
    ['Release', type && releaseTypeName(type)],
    ['Not before', date && parseDateTime(date)],
  ];
  return facts.flatMap(([fact, value]): Fact[] => (value === undefined ? [] : [[fact, value]]));
}
