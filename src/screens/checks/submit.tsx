import {useMemo} from 'react';
import {type CheckGroup, checkKey, countMissing, groupChecks, type Readiness} from '../../services/model/readiness.ts';
import {type Column, useListState} from '../components/list-model.ts';
import {useDisplay} from '../context/display.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useAppPageKey} from '../flows/common-keys.ts';
import {VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import {useGone} from '../frame/use-gone.ts';
import {useQuery} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {ListWithDetail} from '../list/list-with-detail.tsx';
import {capitalized, missingLabel, versionLabel} from '../text/labels.ts';
import {signSegment} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';
import {useSubmitDialog} from './submit-dialog.tsx';
import {CHECK_SIGNS, type Opening, openingColumn, openingKey, useOpening} from './use-opening.ts';

/** The checks first, errors on top, each opening its fix; `S` submits anyway. */
export function Submit() {
  return <VersionFlow action="submit" crumb="Submit" step={SubmitChecks} />;
}

function SubmitChecks({version, app, crumbs}: VersionFlowTarget) {
  const {session, known} = useServices();
  const {theme, size} = useDisplay();
  const router = useRouter();
  const load = useQuery<Readiness>(`checks:${version.id}`, async (signal) => {
    const store = await session.store();
    const found = await store.checkVersion(version.id, {askService: false}, signal);
    known.note(version, {readiness: found});
    return found;
  });
  const groups = useMemo(() => groupChecks(load.data?.checks ?? []), [load.data]);
  const state = useListState('checks', groups, ({check}) => checkKey(check));
  const openingOf = useOpening({version, app});
  const fixOf = ({check}: CheckGroup) => openingOf({kind: 'fix', check});
  const columns = checkColumns(groups, {glyphs: theme.glyphs, width: size.columns}, fixOf);
  const missing = load.data ? countMissing(load.data) : 0;
  const anyway = missing > 0 ? ' anyway' : '';
  const {open: confirm, dialog} = useSubmitDialog({missing, onLeave: router.back});
  const failed = 'the check failed: r runs it again';
  const {notice, whyGone} = useGone(version, load);
  const whyNot = whyGone ?? (load.data ? undefined : load.error ? failed : 'the check is still running');
  const isReady = missing === 0 && load.data !== undefined;
  const title = `Submit ${versionLabel(version)} for review`;
  const unavailable = whyNot ?? 'nothing to fix here';
  const keys: Binding[] = [
    isReady
      ? openingKey({label: 'submit', run: confirm}, {label: '', title, unavailable: '', guarded: true}, load)
      : openingKey(state.selected && fixOf(state.selected), {label: 'fix', title: 'Fix this', unavailable}, load),
    {
      keys: ['S'],
      label: `submit${anyway}`,
      room: 'submit anyway'.length,
      title: title + anyway,
      inPalette: true,
      unavailable: whyNot,
      run: confirm,
    },
    useAppPageKey(app),
  ];
  const summary = missing > 0 ? missingLabel(missing) : 'Everything the API can check is there';
  return (
    <Screen {...{crumbs, load, notice, keys, dialog}} status={load.data && !whyGone ? summary : ''} readAt={load.at}>
      {(area) => (
        <ListWithDetail
          size={area}
          state={state}
          columns={columns}
          stale={load.stale || whyGone !== undefined}
          loading={load.busy}
          empty={whyNot && capitalized(whyNot)}
        />
      )}
    </Screen>
  );
}

function checkColumns(
  groups: readonly CheckGroup[],
  {glyphs, width}: {glyphs: Glyphs; width: number},
  fixOf: (group: CheckGroup) => Opening,
): Column<CheckGroup>[] {
  const what: Column<CheckGroup> = {
    title: 'Check',
    importance: 10,
    min: 24,
    cell: ({check: {status, message}}) => [
      signSegment(CHECK_SIGNS[status], glyphs),
      {text: message, dim: status === 'ok' || status === 'unknown'},
    ],
    spoken: ({check: {status, message}}) => `${status}: ${message}`,
  };
  const locale = {title: 'Locale', importance: 8, min: 6, max: 24, cell: ({locales}: CheckGroup) => locales.join(', ')};
  const fix = openingColumn<CheckGroup>({title: 'Action', importance: 6}, width, (group) => fixOf(group).label);
  const hasLocales = groups.some(({locales}) => locales.length > 0);
  const hasFixes = groups.some((group) => fixOf(group).label);
  return [what, ...(hasLocales ? [locale] : []), ...(hasFixes ? [fix] : [])];
}
