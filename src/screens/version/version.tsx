import {commandLine} from '../../app/present/formats.ts';
import {isRollingOut} from '../../services/model/phased-release.ts';
import type {Release} from '../../services/model/release.ts';
import {type App, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {hiddenLines, Page, type PageRow, usePage} from '../checks/page.tsx';
import {useOpening} from '../checks/use-opening.ts';
import {unshown, useFooter, useNoted, useReadRelease, useReleaseTarget} from '../checks/use-release.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {actionKeys, inFooter, ROLL_OUT_ACTIONS} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/common-keys.ts';
import {useSubmit} from '../flows/confirm-flow.tsx';
import {useGone} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {type Query, useQuery} from '../hooks/use-query.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {appLabel, versionTitle} from '../text/labels.ts';
import {commandText, indented} from '../text/lines.ts';
import {isPending, pageRows, text} from './page-rows.ts';
import {useAsk} from './use-ask.tsx';
import {MARGIN} from './version-lines.ts';

export function Version() {
  const {theme, size, screenReader} = useDisplay();
  const {host, session, revision} = useServices();
  const {params} = useEntry();
  const {versionId = ''} = params;
  const load = useVersionRelease(versionId, params.version);
  const {data: release, at} = load;
  const version = release?.version ?? params.version;
  const appId = version?.appId ?? params.appId;
  const app = params.app ?? release?.app ?? (appId ? {id: appId} : undefined);
  const unread = load.busy ? 'the version is still being read' : 'the version has not been read';
  const known = useNoted(release);
  // Keys wait until the changes of a write are read.
  useHold(load.busy && (load.overtaken || release === undefined));
  const isEditable = stateIs(version?.state, 'editable');
  const rollsOut = isRollingOut(version?.phasedRelease);
  const ask = useAsk(versionId, {app, version, unread}, isEditable);
  const readiness = isEditable ? ask.withAnswer(release?.readiness) : undefined;
  const target = useReleaseTarget({app, version, isRead: release !== undefined, unread, readiness});
  const {onSubmit, dialog} = useSubmit(target, readiness);
  const openingOf = useOpening(target, {onSubmit});
  const actions = actionKeys(target, useRouter(), {submit: onSubmit});

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
  const parts = {release, readiness, display};
  const rows: PageRow[] = version
    ? [
        ...pageRows({target: {...target, version}, remark: ask.remark, known, openingOf, ...parts}),
        ...(isPending(parts) ? [] : text(['', ...indented(commandText(command, size.columns - 4), MARGIN)])),
      ]
    : text([[{text: load.busy ? '  Reading the version' : '', dim: true}]]);
  const keeps = isEditable ? {round: revision} : {readAt: at};
  const {state, enter} = usePage('page', rows, {
    load,
    unread,
    isRead: at !== undefined,
    ...keeps,
  });
  const {notice, whyGone} = useGone(version, load);
  const ofVersion = [
    enter,
    ...useFooter(rollsOut ? inFooter(actions, ROLL_OUT_ACTIONS, 'rest') : actions, enter.label),
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

function useVersionRelease(versionId: string, listed: StoreVersion | undefined): Query<Release> {
  const readRelease = useReadRelease();
  return useQuery<Release>(`release:${versionId}`, (signal, {isQuiet, partly}) =>
    readRelease({...listed, id: versionId}, {isQuiet, onPart: partly}, signal),
  );
}

/** The list has the filters: their keys return to it and open the picker. */
function useOtherKeys(versionId: string, command: string, app: App | undefined): Binding[] {
  const {copy, copyId} = useShell();
  const router = useRouter();
  const isBelow = router.stack.at(-2)?.screen === 'versions';
  const unavailable = app ? undefined : 'the app is not known yet';
  const filter = (key: string, kind: 'states' | 'platforms', title: string) => {
    const pick = () =>
      isBelow ? router.backToPick(kind) : router.replace('versions', {appId: app?.id, app, picking: kind});
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
