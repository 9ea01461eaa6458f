import {useRef} from 'react';
import {commandLine} from '../../app/present/formats.ts';
import {isRollingOut} from '../../services/model/phased-release.ts';
import {countMissing} from '../../services/model/readiness.ts';
import {type Release, withPrevious} from '../../services/model/release.ts';
import {type App, INCLUDES, stateIs} from '../../services/model/version.ts';
import type {Size} from '../../services/text/width.ts';
import {useSubmitDialog} from '../checks/submit-dialog.tsx';
import {openingKey, useNoted, useOpening} from '../checks/use-opening.ts';
import {useListState} from '../components/list-model.ts';
import {useDisplay} from '../context/display.ts';
import {type Params, useEntry, useRouter, useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useLocalTime} from '../context/time.ts';
import {actionKeys, actionParams, inFooter, ROLL_OUT_ACTIONS} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/common-keys.ts';
import {noticeOf} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useTarget} from '../frame/target.ts';
import {useGone} from '../frame/use-gone.ts';
import {useWatchedVersion} from '../hooks/use-changes.ts';
import {type Query, useQuery} from '../hooks/use-query.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {appLabel, versionTitle} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {Page, type PageRow} from './page.tsx';
import {isPending, pageRows, text} from './page-rows.ts';
import {useAsk} from './use-ask.tsx';
import {relatedLines, viewCommandLines} from './version-lines.ts';

export function Version() {
  const {theme, size, screenReader} = useDisplay();
  const {host, session, readOnly} = useServices();
  const {params} = useEntry();
  const {versionId = ''} = params;
  const time = useLocalTime();
  const load = useVersionRelease(params);
  const {data: release, at} = load;
  const version = release?.version ?? params.version;
  const appId = version?.appId ?? params.appId;
  const app = params.app ?? release?.app ?? (appId ? {id: appId} : undefined);
  const unread = load.busy ? 'the version is still being read' : 'the version has not been read';
  const target = {app, version, unread, readOnly, isComplete: release !== undefined};
  const known = useNoted(release);
  useTarget(target);
  // Also after a write, until what it changed is read.
  useHold(load.busy && (load.overtaken || release === undefined));
  useWatchedVersion(app, release?.version);
  const [showsRelated, setShowsRelated] = useSaved('related', false);
  const related = useQuery(showsRelated ? `related:${versionId}` : undefined, async (signal) => {
    const store = await session.store();
    return (await store.viewVersion({id: versionId, include: INCLUDES}, signal)).included ?? [];
  });
  const flags = {'version-id': versionId, 'include-build': true, 'include-submission': true};
  const command = commandLine({command: ['versions', 'view'], flags}, session.globals);
  const {glyphs} = theme;
  const isEditable = stateIs(version?.state, 'editable');
  const ask = useAsk(versionId, target, isEditable);
  const {readiness} = release ?? {};
  const found = readiness?.value ? {...readiness, value: ask.withAnswer(readiness.value)} : readiness;
  // The page is the list of checks already.
  const submit = useSubmitDialog({about: actionParams(target), missing: found?.value ? countMissing(found.value) : 0});
  const isChecked = !isEditable || release?.readiness?.value !== undefined;
  const onSubmit = isChecked && !load.busy ? submit.open : undefined;
  const openingOf = useOpening(target, {onSubmit});

  const display = {
    glyphs,
    time,
    width: size.columns,
    screenReader,
    isReading: load.busy,
    mostNotes: Math.max(2, Math.floor(size.rows / 8)),
    now: at ?? host.clock.now(),
  };
  const parts = {release, readiness: isEditable ? (found ?? {}) : undefined, display};
  const rows: PageRow[] = version
    ? [
        ...pageRows({target: {...target, version}, remark: ask.remark, known, openingOf, ...parts}),
        ...(isPending(parts) ? [] : text(['', ...viewCommandLines(command, display)])),
      ]
    : text([[{text: load.busy ? '  Reading the version' : '', dim: true}]]);
  const relatedIn = ({rows: height}: Size) =>
    version && showsRelated && !isPending(parts) ? relatedRows(relatedLines(related.data, display), height) : [];
  const choices = useListState(
    'page',
    rows.flatMap(({choice}) => choice ?? []),
    ({id}) => id,
    {isFinal: (choice) => choice.isFinal === true, readAt: at, isRead: at !== undefined},
  );
  const {notice, whyGone} = useGone(version, load);
  const onRelated = () => {
    setShowsRelated(!showsRelated);
    // Its heading goes to the top: its place is below all that is shown.
    if (!showsRelated) choices.select(choices.index, rows.length + 1);
  };
  const relatedKey = paletteKey(
    'i',
    'related',
    showsRelated ? 'Hide related resources' : 'Show related resources: age rating, review detail and more',
    onRelated,
  );
  const choice = choices.selected;
  const words = {label: 'next step', title: choice?.title ?? 'Next step', guarded: true, unavailable: unread};
  const enter = openingKey(choice, words, load);
  const rollsOut = isRollingOut(version?.phasedRelease);
  const actions = actionKeys(target, useRouter(), {submit: onSubmit});
  const ofVersion = [enter, ...(rollsOut ? inFooter(actions, ROLL_OUT_ACTIONS, 'rest') : actions), ask.key];
  const keys = [
    ...ofVersion.map((one) => (whyGone === undefined ? one : {...one, unavailable: whyGone})),
    ...useOtherKeys(versionId, command, app),
    relatedKey,
  ];
  return (
    <Screen
      crumbs={['Apps', ...(app ? [appLabel(app)] : []), version ? versionTitle(version) : versionId]}
      load={load}
      watch={{underWay: stateIs(version?.state, 'moving') || rollsOut}}
      waiting={related.slow}
      notice={notice ?? (related.error && !load.error ? noticeOf(related.error) : undefined)}
      keys={keys}
      status={(area) => (rows.length + relatedIn(area).length > choices.top + area.rows ? 'more below' : '')}
      readAt={at}
      dialog={submit.dialog ?? ask.dialog}
    >
      {(area) => (
        <Page
          rows={[...rows, ...relatedIn(area)]}
          state={choices}
          stale={load.stale || whyGone !== undefined}
          width={area.columns}
          height={area.rows}
        />
      )}
    </Screen>
  );
}

/** With room for its heading at the top, whatever is read. */
function relatedRows(lines: readonly LineContent[], height: number): PageRow[] {
  const filled = [...lines, ...Array.from({length: Math.max(0, height - lines.length)}, () => '')];
  return text(['', ...filled]);
}

/** Read quietly only what may have changed, and what cannot be read keeps what was there. */
function useVersionRelease({versionId = '', ...params}: Params): Query<Release> {
  const {session} = useServices();
  const last = useRef<Release>(undefined);
  const load = useQuery<Release>(`release:${versionId}`, async (signal, {isQuiet, partly}) => {
    const store = await session.store();
    const {appId = params.app?.id ?? params.appId, platform, state} = last.current?.version ?? params.version ?? {};
    const query = {id: versionId, known: {appId, platform, state}, before: isQuiet ? last.current : undefined};
    const release = await store.readRelease({...query, onPart: partly}, signal);
    return withPrevious(release, last.current);
  });
  last.current = load.data;
  return load;
}

/** Filters belong to the list: their keys return to it and open the picker. */
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
