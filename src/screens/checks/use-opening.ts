import {useEffect, useSyncExternalStore} from 'react';
import {commandLine} from '../../app/present/formats.ts';
import {type Action, isAction, type Target, whyNot} from '../../services/model/actions.ts';
import type {Known, NextStep} from '../../services/model/next-step.ts';
import type {ReadinessCheck} from '../../services/model/readiness.ts';
import type {Release} from '../../services/model/release.ts';
import type {Platform} from '../../services/model/version.ts';
import type {Column} from '../components/list-model.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useLocalTime} from '../context/time.ts';
import {whyNone} from '../facts/attributes.ts';
import {ACTION_LABELS, actionParams} from '../flows/actions.ts';
import {GONE, type Query, UNREAD} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import type {Sign} from '../text/line-content.ts';

/** What Enter does for a step or a check. */
export interface Opening {
  /** `attach build`; empty when there is nothing to open. */
  label: string;
  unavailable?: string;
  run(): void;
}

export function learnedFrom({readiness, newerBuild, newerBuildError}: Partial<Release>): Known {
  return {readiness: readiness?.value, newerBuild, isNewerBuildUnread: newerBuildError !== undefined};
}

/** Notes what was read about a version for the other screens. @returns all that is known about it */
export function useNoted(release: Partial<Release> = {}): Known {
  const {known, queries} = useServices();
  const {version, newerBuild, newerBuildError, readiness} = release;
  const learned = learnedFrom(release);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of what was learned
  useEffect(() => {
    if (version && learned.readiness) known.note(version, learned);
  }, [known, version, newerBuild, newerBuildError, readiness?.value]);
  useSyncExternalStore(queries.subscribe, () => version && known.of(version).isRejectionRead);
  return version ? {...known.of(version), ...learned} : {};
}

interface OpeningKey extends Pick<Binding, 'title' | 'guarded'> {
  /** Where nothing can be opened. */
  label: string;
  /** Without a row. */
  unavailable: string;
}

/** @param load what was there before a write, or has gone since, is not acted on */
export function openingKey(
  opening: Opening | undefined,
  {label, unavailable, title, guarded}: OpeningKey,
  {at, overtaken, busy, error}: Query<unknown>,
): Binding {
  const isGone = at !== undefined && error?.kind === 'not-found';
  const whyNot = isGone ? GONE : opening ? opening.unavailable : unavailable;
  return {
    keys: ['enter'],
    label: opening?.label || label,
    title: overtaken ? 'Not yet' : title,
    room: OPENING_ROOM,
    guarded,
    unavailable: overtaken ? (busy ? UNREAD : `${UNREAD}: r reads it`) : whyNot,
    run: () => opening?.run(),
  };
}

interface Options {
  platform?: string;
  onSubmit?(): void;
}

export function useOpening(target: Target, {platform, onSubmit}: Options = {}): (step: NextStep) => Opening {
  const {commands, session, known} = useServices();
  const {copy, browse} = useShell();
  const router = useRouter();
  const time = useLocalTime();
  const platforms = platform === undefined ? undefined : [platform as Platform];
  const none = (unavailable: string): Opening => ({label: '', unavailable, run() {}});
  const page = (url: string, label = 'web page'): Opening => ({label, run: () => browse(url)});
  const readWhy = (url: string): Opening => ({
    label: 'read why',
    run() {
      browse(url);
      if (target.version) known.note(target.version, {isRejectionRead: true});
    },
  });
  const flow = (action: Action, label = ACTION_LABELS[action].label): Opening => ({
    label,
    unavailable: whyNot(action, target),
    run: () =>
      action === 'submit' && onSubmit ? onSubmit() : router.push(action, {...actionParams(target), platforms}),
  });
  /** Opens the screen of the fixing command, else copies the command, else opens a web page. */
  const fix = ({status, command, hint}: ReadinessCheck): Opening => {
    if (status !== 'ok' && command) {
      const {command: path, flags} = command;
      const {screen} = commands.find((one) => one.path.join(' ') === path.join(' ')) ?? {};
      if (!screen) return {label: 'copy command', run: () => copy(commandLine(command, session.globals), 'Command')};
      const versionId = flags['version-id'];
      const isOther = typeof versionId === 'string' && versionId !== target.version?.id;
      const run = () => router.push(screen, isOther ? {versionId} : actionParams(target));
      if (!isAction(screen)) return {label: 'open', run};
      const isJudged = !isOther || target.readOnly !== undefined;
      return {label: ACTION_LABELS[screen].label, unavailable: isJudged ? whyNot(screen, target) : undefined, run};
    }
    return status !== 'ok' && hint?.startsWith('https://') ? page(hint) : none('nothing to fix here');
  };
  return (step) => {
    switch (step.kind) {
      case 'flow':
        return flow(step.action, step.build && `attach ${step.build.version ?? 'newer'}`);
      case 'fix':
        return fix(step.check);
      case 'page':
        return step.page === 'rejection' ? readWhy(step.url) : page(step.url, 'agreements');
      case 'none':
        return none(whyNone(step, time));
    }
  };
}

export const CHECK_SIGNS: Readonly<Record<ReadinessCheck['status'], Sign>> = {
  error: {glyph: 'rejected', tone: 'bad'},
  warning: {glyph: 'blocked', tone: 'busy'},
  unknown: {glyph: 'unknown'},
  ok: {glyph: 'ok', tone: 'good'},
};

/** The widest of the usual labels. */
const OPENING_ROOM = 'phased release'.length;

/** From here on it has room for the widest of all. */
const WIDE = 100;
const WIDE_ROOM = 'remove phased release'.length;

/** As wide whatever its labels are: they follow from what was read. @param width that of the terminal */
export function openingColumn<Row>(
  column: Pick<Column<Row>, 'title' | 'importance'>,
  width: number,
  labelOf: (row: Row) => string,
): Column<Row> {
  const room = width < WIDE ? OPENING_ROOM : WIDE_ROOM;
  return {...column, min: room, room, max: room, cell: (row) => [{text: labelOf(row), dim: true}]};
}
