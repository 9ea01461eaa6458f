import {useEffect, useState} from 'react';
import {checkVersion} from '../../app/commands/versions/check.ts';
import {commandLine} from '../../app/present/formats.ts';
import {guided} from '../../app/run-command.ts';
import {type Target, whyNot} from '../../services/model/actions.ts';
import {isRollingOut} from '../../services/model/phased-release.ts';
import {newAnswers, type Readiness, type ReadinessCheck, readiness} from '../../services/model/readiness.ts';
import type {Part, Release} from '../../services/model/release.ts';
import {capitalized, plural} from '../../services/model/values.ts';
import {type App, stateIs} from '../../services/model/version.ts';
import {localTime} from '../../services/text/local-time.ts';
import {hiddenLines, Page, type PageRow, usePage} from '../checks/page.tsx';
import {unshown, useFooter, useNextStepFacts, useReadRelease, useReleaseTarget} from '../checks/use-release.tsx';
import {useEntry, useRouter, useSaved} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useWrite} from '../context/writes.ts';
import {inFooter} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/common-keys.ts';
import {Confirmation} from '../flows/confirm-flow.tsx';
import {WriteView} from '../flows/write-view.tsx';
import {useGone} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useQuery} from '../hooks/use-query.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {appLabel, versionLabel, versionTitle} from '../text/labels.ts';
import type {Tone} from '../theme.ts';
import {pageRows} from './page-rows.ts';

export function Version() {
  const {theme, size, screenReader} = useDisplay();
  const {host, session, revision} = useServices();
  const {params} = useEntry();
  const {versionId = ''} = params;
  const readRelease = useReadRelease();
  const load = useQuery<Release>(`release:${versionId}`, (signal, {isQuiet, partly}) =>
    readRelease({...params.version, id: versionId}, {isQuiet, onPart: partly}, signal),
  );
  const {data: release, at} = load;
  const version = release?.version ?? params.version;
  const appId = version?.appId ?? params.appId;
  const app = params.app ?? release?.app ?? (appId ? {id: appId} : undefined);
  const unread = load.busy ? 'the version is still being read' : 'the version has not been read';
  const known = useNextStepFacts(release, load);
  // Keys wait for the first read, and for the read after a write.
  useHold(load.busy && (load.overtaken || release === undefined));
  const isEditable = stateIs(version?.state, 'editable');
  const rollsOut = isRollingOut(version?.phasedRelease);
  const ask = useAsk(versionId, {app, version, unread}, isEditable);
  const readiness = isEditable ? ask.withAnswer(release?.readiness) : undefined;
  const {remark} = ask;
  const {target, openingOf, actions, dialog} = useReleaseTarget({app, version, load, unread, readiness});

  const flags = {'version-id': versionId, 'include-build': true, 'include-submission': true};
  const command = commandLine({command: ['versions', 'view'], flags}, session.globals);
  const display = {
    glyphs: theme.glyphs,
    width: size.columns,
    screenReader,
    isReading: load.busy,
    mostNotes: Math.max(2, Math.floor(size.rows / 8)),
    now: at ?? host.clock.now(),
  };
  const rows: PageRow[] = version
    ? pageRows({target: {...target, version}, release, readiness, known, remark, command, openingOf, display})
    : [{line: [{text: load.busy ? '  Reading the version' : '', dim: true}]}];
  const keeps = isEditable ? {round: revision} : {readAt: at};
  const {state, enter} = usePage('page', rows, {load, unread, ...keeps});
  const {notice, whyGone} = useGone(version, load);
  const ofVersion = [
    enter,
    ...useFooter(rollsOut ? inFooter(actions, 'roll-out', 'rest') : actions, enter.label),
    ask.key,
  ];
  const keys = [
    ...ofVersion.map((key) => (whyGone === undefined ? key : {...key, unavailable: whyGone})),
    ...useOtherKeys(versionId, command, app),
  ];
  return (
    <Screen
      crumbs={['Apps', ...(app ? [appLabel(app)] : []), version ? versionTitle(version) : versionId]}
      load={load}
      watch={{underWay: stateIs(version?.state, 'moving') || rollsOut}}
      notice={notice}
      keys={version ? keys : unshown(keys)}
      status={(area) => hiddenLines(rows, state, area)}
      readAt={at}
      dialog={dialog ?? ask.dialog}
    >
      {(area) => <Page {...{rows, state, area}} stale={load.stale || whyGone !== undefined} />}
    </Screen>
  );
}

/** Returns the other keys. Those of the filters return to the list of versions, and open the picker there. */
function useOtherKeys(versionId: string, command: string, app: App | undefined): Binding[] {
  const {copy, copyId} = useShell();
  const router = useRouter();
  const below = router.stack.at(-2);
  const unavailable = app ? undefined : 'the app is not known yet';
  const filter = (key: string, kind: 'states' | 'platforms', title: string) => {
    const pick = () => {
      if (below?.screen !== 'versions') return router.replace('versions', {appId: app?.id, app, picking: kind});
      below.saved.set('picking', kind);
      router.back();
    };
    return paletteKey(key, kind, title, pick, {shown: 'help', unavailable});
  };
  return [
    paletteKey('y', 'copy ID', 'Copy the version ID', () => copyId(versionId, 'Version ID')),
    paletteKey('Y', 'copy command', 'Copy the equivalent command', () => copy(command, 'Command'), {shown: 'help'}),
    useAppPageKey(app),
    filter('f', 'states', 'Filter the versions by state'),
    filter('p', 'platforms', 'Filter the versions by platform'),
  ];
}

type Answer = Awaited<ReturnType<typeof checkVersion.run>>;

interface Asked {
  checks: readonly ReadinessCheck[];
  note: string | undefined;
  at: number;
  revision: number;
}

function useAsk(versionId: string, target: Target, isEditable: boolean) {
  const {revision, host, readOnly} = useServices();
  const {toast} = useShell();
  const [isOpen, setOpen] = useState(false);
  const [last, setLast] = useSaved<Asked | undefined>('asked', undefined);
  const answer = last && last.revision >= revision ? last : undefined;
  const title = `Check with the store what ${versionLabel(target.version)} still needs`;
  const onDone = ({found, note}: Answer) => {
    const checks = found.filter((check) => check.id === 'service');
    // Asking the store is itself a write, so closing the dialog increases the revision by one.
    setLast({checks, note, at: host.clock.now(), revision: revision + 1});
    setOpen(false);
    const {text, tone} = summary(checks);
    toast(capitalized(text), tone);
  };
  const key = paletteKey('A', 'check with store', title, () => setOpen(true), {
    group: 'Actions',
    shown: isEditable ? 'footer' : 'help',
    unavailable: whyNot('submit', {...target, readOnly}),
  });
  return {
    key,
    withAnswer({value, error}: Part<Readiness> = {}): Part<Readiness> {
      if (!value || !answer) return {value, error};
      const checks = [...value.checks, ...newAnswers(value.checks, answer.checks)];
      return {value: readiness(value.versionId, checks), error};
    },
    remark:
      answer &&
      [`Checked with the store at ${localTime(answer.at)}: ${summary(answer.checks).text}.`, answer.note]
        .filter(Boolean)
        .join(' '),
    dialog: isOpen ? <AskDialog {...{versionId, target, onDone}} onClose={() => setOpen(false)} /> : undefined,
  };
}

function summary(answers: readonly ReadinessCheck[]): {text: string; tone: Tone} {
  const errors = answers.filter(({status}) => status === 'error').length;
  if (errors > 0) return {text: `the store names ${plural(errors, 'thing')} to fix`, tone: 'busy'};
  const [answer] = answers;
  if (!answer) return {text: 'the store was not asked: another submission is in the way', tone: 'busy'};
  return {text: answer.message, tone: answer.status === 'ok' ? 'good' : 'busy'};
}

interface AskDialogProps {
  versionId: string;
  target: Target;
  onDone(answer: Answer): void;
  onClose(): void;
}

function AskDialog({versionId, target: {app, version}, onDone, onClose}: AskDialogProps) {
  const {session, host} = useServices();
  const write = useWrite<Answer>();
  const title = `Check ${versionLabel(version)} with the store`;
  const {phase, result} = write;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new result
  useEffect(() => {
    if (result) onDone(result);
  }, [result]);
  if (phase !== 'idle') {
    return (
      <WriteView
        frame={{title}}
        {...{versionId, write}}
        running="Checking with the store: adding the version to a draft and taking it out again"
        result={() => undefined}
        inSteps
        undone="Not asked"
        whether="the store was asked"
        onBack={onClose}
        onLeave={onClose}
      />
    );
  }
  const given = new Map([
    ['version-id', versionId],
    ['ask-service', 'true'],
  ]);
  const command = guided(checkVersion, given, session, host, {app, version});
  return (
    <Confirmation
      title={title}
      lines={[
        'The version is added to a draft, the store says what is missing, and it is taken out again.',
        'Nothing is submitted. A draft that has to be created stays behind, empty, and the next submit uses it.',
      ]}
      verb="check"
      command={command.line}
      onConfirm={() => write.send(command)}
      onCancel={onClose}
    />
  );
}
