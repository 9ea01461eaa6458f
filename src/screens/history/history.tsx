import {useMemo} from 'react';
import {NOT_UNDONE, type Undo} from '../../app/command.ts';
import {actionWords, OUTCOME_WORDS} from '../../app/commands/history.ts';
import {commands} from '../../app/commands/index.ts';
import type {RunWrite} from '../../app/session/session.ts';
import {type Target, whyNot} from '../../services/model/actions.ts';
import type {WriteOutcome} from '../../services/model/outcome.ts';
import {capitalized, orElse, plural} from '../../services/model/values.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {localTime} from '../../services/text/local-time.ts';
import {wrap} from '../../services/text/width.ts';
import {CHECK_SIGNS} from '../checks/use-opening.ts';
import {ListWithDetail} from '../components/list.tsx';
import {type Column, useListState, usePlaced} from '../components/list-model.ts';
import {useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {actionTitle} from '../flows/actions.ts';
import {inKeys} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {paletteKey} from '../input/keyboard.ts';
import {versionTitle} from '../text/labels.ts';
import {commandText, indented, type LineContent, signSegment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

export function History() {
  const {session, profile, revision, queries} = useServices();
  const {theme, size} = useDisplay();
  const {glyphs} = theme;
  const {copy} = useShell();
  const router = useRouter();
  const {writes} = session;
  const count = writes.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log only grows, and another write changes the revision
  const rows = useMemo(() => writes.toReversed(), [count, revision]);
  const ids = useMemo(() => new Map(rows.map((one, index) => [one, String(rows.length - index)])), [rows]);
  const state = useListState('writes', rows, (one) => ids.get(one) ?? '');
  const {selected: write} = state;
  const target = orElse(() => (session.globals.sandbox ? 'sandbox' : session.apiOrigin), '');
  const id = write?.versionId;
  const {version} = queries.newest<{version?: StoreVersion}>([`release:${id}`, `target:${id}`]) ?? {};
  const inverse = write && inverseOf(write, {target, profile: profile?.name ?? null, version});
  const nothing = write ? undefined : 'nothing was changed in this session';
  const command = write?.command ?? '';
  const undo = () => {
    if (!write || !inverse?.action) return;
    const {appId, versionId} = write;
    const {app, version} = write.subject;
    const about = {appId: appId ?? undefined, app, version, versionId: versionId ?? undefined};
    router.push(inverse.action, {...about, preset: inverse.preset});
  };
  const keys = [
    paletteKey('y', 'copy command', 'Copy the equivalent command', () => copy(command, 'Command'), {
      unavailable: nothing ?? (command === '' ? 'it is too long, or contains what must not be copied' : undefined),
    }),
    paletteKey('u', 'undo', 'Undo the selected change', undo, {
      shown: inverse?.action ? 'footer' : 'help',
      unavailable: nothing ?? inverse?.why,
    }),
  ];
  const columns = useMemo(() => historyColumns(glyphs), [glyphs]);
  const placed = usePlaced(columns, rows, size.columns);
  return (
    <Screen crumbs={['History']} keys={keys} status={count === 0 ? '' : `${plural(count, 'change')} in this session`}>
      {(area) => (
        <ListWithDetail
          size={area}
          state={state}
          columns={placed}
          empty="Nothing was changed in this session. 'tool history' shows earlier changes."
          detail={write && inverse ? detailLines(write, inverse, area.columns) : []}
        />
      )}
    </Screen>
  );
}

const STATUSES: Readonly<Record<WriteOutcome, keyof typeof CHECK_SIGNS>> = {
  'carried-out': 'ok',
  'settled-by-reading': 'ok',
  'in-part': 'warning',
  refused: 'error',
  'not-sent': 'error',
  unknown: 'warning',
};

function historyColumns(glyphs: Glyphs): Column<RunWrite>[] {
  return [
    {title: 'At', importance: 6, min: 8, max: 8, cell: ({at}) => localTime(Date.parse(at))},
    {
      title: 'Outcome',
      importance: 9,
      min: 15,
      max: 15,
      cell: ({outcome}) => [signSegment(CHECK_SIGNS[STATUSES[outcome]], glyphs), {text: OUTCOME_WORDS[outcome]}],
    },
    {title: 'What', importance: 10, min: 15, max: 24, cell: ({action}) => actionWords(action)},
    {title: 'Version', importance: 8, min: 14, max: 24, cell: (write) => versionTitle(versionOf(write))},
    {title: 'App', importance: 5, min: 8, cell: appText},
  ];
}

function appText({subject, bundleId, appId}: RunWrite): string {
  return subject.app?.name ?? bundleId ?? appId ?? '';
}

function versionOf({versionId, version, platform}: RunWrite): StoreVersion {
  return {id: versionId ?? '', versionString: version ?? undefined, platform: platform ?? undefined};
}

const MARGIN = '   ';

function detailLines(write: RunWrite, inverse: Undo, columns: number): LineContent[] {
  const width = columns - MARGIN.length - 1;
  const {message, command, subject, at} = write;
  const version = versionOf(write);
  const what = [appText(write), versionTitle(version)].filter(Boolean).join(' ');
  const done = changedNothing(write) || write.outcome === 'unknown' ? 'tried' : 'changed';
  const undo = inverse.action
    ? `u  ${actionTitle(inverse.action, {app: subject.app, version})}`
    : `Cannot be undone: ${inverse.why}.`;
  const lines = [
    ...(message === null ? [] : wrap(`${capitalized(inKeys(message).replace(/\.$/, ''))}.`, width)),
    ...wrap(capitalized(`${what && `${what}: `}${done} at ${localTime(Date.parse(at))} ${whereOf(write)}.`), width),
    ...wrap(undo, width),
    ...commandText(command ?? '', width),
  ];
  return indented(lines, MARGIN);
}

type Now = Pick<RunWrite, 'profile' | 'target'> & Pick<Target, 'version'>;

/** @param now includes the version if it was read since the last change */
export function inverseOf(write: RunWrite, now: Now): Undo {
  const {profile, target, versionId} = write;
  if (changedNothing(write)) return {why: 'it changed nothing'};
  if (write.isUndone) return {why: 'a check found that it was not done'};
  const {undo = NOT_UNDONE} = commands.find(({path}) => path.join(' ') === write.action) ?? {};
  const inverse = typeof undo === 'function' ? undo(write) : undo;
  if (inverse.why !== undefined) return inverse;
  if (target !== now.target || profile !== now.profile) {
    return {why: `it was written ${whereOf(write)}: switch to that first`};
  }
  if (versionId === null) return {why: 'its version is unknown'};
  const why = now.version && whyNot(inverse.action, now);
  return why === undefined ? inverse : {why};
}

function changedNothing({outcome}: RunWrite): boolean {
  return outcome === 'refused' || outcome === 'not-sent';
}

function whereOf({profile, target}: RunWrite): string {
  return `${profile === null ? '' : `with profile ${profile} `}on ${target}`;
}
