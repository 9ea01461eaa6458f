import {useMemo} from 'react';
import type {LocalTime} from '../../app/present/local-time.ts';
import {wrap} from '../../app/present/width.ts';
import type {RunWrite, Session} from '../../app/session/session.ts';
import type {WriteOutcome} from '../../services/model/outcome.ts';
import {plural} from '../../services/model/values.ts';
import type {Column} from '../components/column-layout.ts';
import {useListState} from '../components/list-state.ts';
import {useDisplay} from '../context/display.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {actionTitle} from '../flows/actions.ts';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import {ListWithDetail} from '../list/list-with-detail.tsx';
import {platformName} from '../text/api-names.ts';
import {capitalized} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import type {Glyphs, Tone} from '../theme.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {type Inverse, inverseOf} from './inverse.ts';

interface Row {
  id: string;
  write: RunWrite;
}

/** What this run has written, newest first: each with the command that does the same, and what undoes it. */
export function History() {
  const {session, profile, revision} = useServices();
  const {glyphs} = useDisplay().theme;
  const {copy} = useShell();
  const router = useRouter();
  const time = useLocalTime();
  const {writes} = session;
  const count = writes.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log only grows; a write elsewhere counts a revision
  const rows = useMemo(() => writes.map((write, index) => ({id: String(index), write})).reverse(), [count, revision]);
  const state = useListState<Row>('writes', rows, ({id}) => id);
  const {write} = state.selected ?? {};
  const inverse = write && inverseOf(write, {target: targetOf(session), profile: profile?.name ?? null});
  const undo = (of: RunWrite, {action, preset}: Exclude<Inverse, {why: string}>) => {
    const {app, version} = of.subject;
    const appId = of.appId ?? undefined;
    router.push(action, {appId, app, version, versionId: of.versionId ?? undefined, preset});
  };
  const nothing = write ? undefined : 'nothing was written in this run';
  const keys: Binding[] = [
    {
      keys: ['y'],
      label: 'copy command',
      title: 'Copy the equivalent command',
      inPalette: true,
      unavailable: nothing ?? (write?.command ? undefined : 'it is too long, or contains what must not be copied'),
      run: () => write?.command && copy(write.command, 'Command'),
    },
    {
      keys: ['u'],
      label: 'undo',
      title: 'Undo it, after checking the current state',
      inPalette: true,
      unavailable: nothing ?? inverse?.why,
      run: () => write && inverse && inverse.why === undefined && undo(write, inverse),
    },
  ];
  const columns = useMemo(() => historyColumns(glyphs, time, rows), [glyphs, time, rows]);
  return (
    <Screen crumbs={['History']} keys={keys} status={count === 0 ? '' : `${plural(count, 'write')} in this run`}>
      {(size) => (
        <ListWithDetail
          size={size}
          state={state}
          columns={columns}
          empty="Nothing was written in this run. 'tool history' shows what earlier runs have written."
          detail={write && inverse ? detailLines(write, inverse, {time, width: size.columns}) : []}
        />
      )}
    </Screen>
  );
}

/** Empty for a bad TOOL_API_URL: nothing was written there. */
function targetOf(session: Session): string {
  try {
    return session.globals.sandbox ? 'sandbox' : session.apiOrigin;
  } catch {
    return '';
  }
}

const OUTCOMES: Readonly<
  Record<WriteOutcome, {text: string; glyph: keyof Glyphs & ('ok' | 'rejected' | 'blocked'); tone: Tone}>
> = {
  'carried-out': {text: 'carried out', glyph: 'ok', tone: 'good'},
  'settled-by-reading': {text: 'settled by reading', glyph: 'ok', tone: 'good'},
  'in-part': {text: 'in part', glyph: 'blocked', tone: 'busy'},
  refused: {text: 'refused', glyph: 'rejected', tone: 'bad'},
  'not-sent': {text: 'not sent', glyph: 'rejected', tone: 'bad'},
  unknown: {text: 'unknown', glyph: 'blocked', tone: 'busy'},
};

function historyColumns(glyphs: Glyphs, time: LocalTime, rows: readonly Row[]): Column<Row>[] {
  // What is the same on every line is said below the list only.
  const differs = (of: (write: RunWrite) => unknown) => new Set(rows.map(({write}) => of(write))).size > 1;
  return [
    {title: 'At', importance: 6, min: 8, max: 8, cell: ({write}) => time.clock(Date.parse(write.at))},
    {
      title: 'Outcome',
      importance: 9,
      min: 20,
      max: 20,
      cell({write}) {
        const {text, glyph, tone} = OUTCOMES[write.outcome];
        return [{text: `${glyphs[glyph]} `, tone, decor: true}, {text}];
      },
    },
    {title: 'What', importance: 10, min: 21, max: 24, cell: ({write}) => write.action},
    {title: 'Version', importance: 8, min: 14, max: 24, cell: ({write}) => versionText(write)},
    {
      title: 'App',
      importance: 5,
      min: 8,
      cell: ({write}) => appText(write),
    },
    ...(differs(({profile}) => profile)
      ? [{title: 'Profile', importance: 4, min: 7, max: 20, cell: ({write}: Row) => write.profile ?? ''}]
      : []),
    ...(differs(({target}) => target)
      ? [{title: 'Target', importance: 3, min: 7, cell: ({write}: Row) => write.target.replace(/^https:\/\//, '')}]
      : []),
  ];
}

function appText({subject, bundleId, appId}: RunWrite): string {
  return subject.app?.name ?? bundleId ?? appId ?? '';
}

function versionText({version, versionId, platform}: RunWrite): string {
  if (version === null) return versionId ?? '';
  return platform === null ? version : `${version} ${platformName(platform)}`;
}

function detailLines(
  write: RunWrite,
  inverse: Inverse,
  {time, width}: {time: LocalTime; width: number},
): LineContent[] {
  const {message, command, subject, profile, target, at} = write;
  const {app, version} = subject;
  const what = [appText(write), versionText(write)].filter(Boolean).join(' ');
  const where = `${profile === null ? '' : `with profile ${profile} `}on ${target}`;
  const undo =
    inverse.why === undefined
      ? `u  ${actionTitle(inverse.action, {app, version})}`
      : `Cannot be undone: ${inverse.why}.`;
  return [
    ...(message === null ? [] : wrap(`${capitalized(message.replace(/\.$/, ''))}.`, width)),
    ...wrap(`${what ? `${what}: written` : 'Written'} at ${time.clock(Date.parse(at))} ${where}.`, width),
    ...wrap(undo, width),
    ...wrap(command ?? '', width).map((text): LineContent => [{text, tone: 'accent'}]),
  ];
}
