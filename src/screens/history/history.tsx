import {useMemo} from 'react';
import {NOT_UNDONE, type Preset, type Undo} from '../../app/command.ts';
import {actionWords, OUTCOME_WORDS} from '../../app/commands/history.ts';
import {actions, commands} from '../../app/commands/index.ts';
import type {RunWrite} from '../../app/session/session.ts';
import {ACTIONS, type Target, whyNot} from '../../services/model/actions.ts';
import type {WriteOutcome} from '../../services/model/outcome.ts';
import {orElse, plural} from '../../services/model/values.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Submitted} from '../../services/store/submit.ts';
import {localTime} from '../../services/text/local-time.ts';
import {wrap} from '../../services/text/width.ts';
import {CHECK_SIGNS} from '../checks/use-opening.ts';
import {type Column, useListState} from '../components/list-model.ts';
import {useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {actionTitle} from '../flows/actions.ts';
import {inKeys} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {paletteKey} from '../input/keyboard.ts';
import {ListWithDetail} from '../list/list-with-detail.tsx';
import {capitalized, versionTitle} from '../text/labels.ts';
import {commandText, indented, type LineContent, signSegment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';

export function History() {
  const {session, profile, revision, queries} = useServices();
  const {glyphs} = useDisplay().theme;
  const {copy} = useShell();
  const router = useRouter();
  const {writes} = session;
  const count = writes.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log only grows; a write elsewhere counts a revision
  const rows = useMemo(() => writes.toReversed(), [count, revision]);
  const ids = useMemo(() => new Map(rows.map((one, index) => [one, String(rows.length - index)])), [rows]);
  const state = useListState('writes', rows, (one) => ids.get(one) ?? '');
  const {selected: write} = state;
  const target = orElse(() => (session.globals.sandbox ? 'sandbox' : session.apiOrigin), '');
  const id = write?.versionId;
  const {version} = queries.newest<{version?: StoreVersion}>([`release:${id}`, `target:${id}`]) ?? {};
  const overtaken = write && whyOvertaken(write, writes);
  const inverse: Undo | undefined = overtaken
    ? {why: overtaken}
    : write && inverseOf(write, {target, profile: profile?.name ?? null, version});
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
  const columns = useMemo(() => historyColumns(glyphs, rows), [glyphs, rows]);
  return (
    <Screen crumbs={['History']} keys={keys} status={count === 0 ? '' : `${plural(count, 'change')} in this session`}>
      {(size) => (
        <ListWithDetail
          size={size}
          state={state}
          columns={columns}
          empty="Nothing was changed in this session. 'tool history' shows earlier changes."
          detail={write && inverse ? detailLines(write, inverse, size.columns) : []}
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

function historyColumns(glyphs: Glyphs, rows: readonly RunWrite[]): Column<RunWrite>[] {
  const inTurn = rows.toReversed();
  const differs = (of: (write: RunWrite) => unknown) => new Set(rows.map(of)).size > 1;
  return [
    {title: 'At', importance: 6, min: 8, max: 8, cell: ({at}) => localTime(Date.parse(at))},
    {
      title: 'Outcome',
      importance: 9,
      min: 15,
      max: 15,
      cell: (write) => {
        const undone = undoneBy(write, inTurn) && (ofAction(write).reversed ?? 'undone');
        const outcome = undone ?? OUTCOME_WORDS[write.outcome];
        return [signSegment(CHECK_SIGNS[STATUSES[write.outcome]], glyphs), {text: outcome}];
      },
    },
    {title: 'What', importance: 10, min: 15, max: 24, cell: ({action}) => actionWords(action)},
    {title: 'Version', importance: 8, min: 14, max: 24, cell: (write) => versionTitle(versionOf(write))},
    {title: 'App', importance: 5, min: 8, cell: appText},
    ...(differs(({profile}) => profile)
      ? [{title: 'Profile', importance: 4, min: 7, max: 20, cell: ({profile}: RunWrite) => profile ?? ''}]
      : []),
    ...(differs(({target}) => target)
      ? [{title: 'Target', importance: 3, min: 7, cell: ({target}: RunWrite) => target.replace(/^https:\/\//, '')}]
      : []),
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
  const done = changedNothing(write) ? 'tried' : 'changed';
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

/** @param now has the version as last read, if it was read since the last change */
export function inverseOf(write: RunWrite, now: Now): Undo {
  const {profile, target, versionId} = write;
  if (changedNothing(write)) return {why: 'it changed nothing'};
  const inverse = ofAction(write);
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

function ofAction(write: RunWrite): Undo {
  const {undo = NOT_UNDONE} = commands.find(({path}) => path.join(' ') === write.action) ?? {};
  return typeof undo === 'function' ? undo(write) : undo;
}

export function undoneBy(write: RunWrite, writes: readonly RunWrite[]): RunWrite | undefined {
  const {action, preset} = ofAction(write);
  if (action === undefined) return undefined;
  return laterThan(write, writes).find((later) => actionOf(later)?.screen === action && setsBack(later, preset));
}

const ENDS = ['versions release', 'versions delete'];

/** Explains why a later change in this session has left nothing to undo. */
export function whyOvertaken(write: RunWrite, writes: readonly RunWrite[]): string | undefined {
  const {reversed} = ofAction(write);
  const undone = reversed === undefined && undoneBy(write, writes);
  if (undone) return `it was undone at ${localTime(Date.parse(undone.at))}`;
  const isOfRollOut = ({action}: RunWrite) => action.startsWith('phased-release ');
  const isEnd = (later: RunWrite) => ENDS.includes(later.action) || (isOfRollOut(later) && isOfRollOut(write));
  const end = laterThan(write, writes).find(isEnd);
  const {of = 'the version', words} = (end && actionOf(end)?.dialog) ?? {};
  if (!end || !words) return undefined;
  return `${of.replace(/ of$/, '')} was ${words[2].toLowerCase()} at ${localTime(Date.parse(end.at))}`;
}

function laterThan(write: RunWrite, writes: readonly RunWrite[]): RunWrite[] {
  if (changedNothing(write)) return [];
  return writes.slice(writes.indexOf(write) + 1).filter((later) => {
    const isOfSame = (['profile', 'target', 'versionId'] as const).every((name) => later[name] === write[name]);
    return isOfSame && (later.outcome === 'carried-out' || later.outcome === 'settled-by-reading');
  });
}

function actionOf({action: name}: RunWrite) {
  return ACTIONS.map((action) => actions[action]).find(({path}) => path.join(' ') === name);
}

function setsBack({subject: {given, texts: written}, result}: RunWrite, preset: Preset = {}): boolean {
  const {fields = {}, texts = [], build} = preset;
  const wanted = [...Object.entries(fields), ...texts, ...(build ? [['build', build.id] as const] : [])];
  const isSame = wanted.every(([name, text]) => (written ?? given).get(name) === text);
  return isSame && (result as Partial<Submitted> | undefined)?.submissionId === preset.submissionId;
}
