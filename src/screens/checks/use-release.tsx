import {useEffect, useRef, useState, useSyncExternalStore} from 'react';
import {submitVersion} from '../../app/commands/versions/review.ts';
import type {NextStepFacts} from '../../services/model/next-step.ts';
import {missingNames, type Readiness} from '../../services/model/readiness.ts';
import {type Part, type Release, withPrevious} from '../../services/model/release.ts';
import {isFirstOf} from '../../services/model/release-steps.ts';
import {type App, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {isNarrow, useDisplay, useServices} from '../context/services.ts';
import {useTarget} from '../context/shell.ts';
import {actionKeys, actionParams} from '../flows/actions.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {useWatchedVersion} from '../hooks/use-changes.ts';
import type {Query} from '../hooks/use-query.ts';
import type {Binding} from '../input/keyboard.ts';
import {useOpening} from './use-opening.ts';

interface Reading {
  isQuiet: boolean;
  onPart?(release: Release): void;
}

/**
 * Returns a function that reads a release. A quiet read covers only what may have changed. A part that cannot be read
 * keeps its previous value.
 */
export function useReadRelease() {
  const {session} = useServices();
  const last = useRef<Release>(undefined);
  return async (version: StoreVersion, {isQuiet, onPart}: Reading, signal: AbortSignal): Promise<Release> => {
    const store = await session.store();
    const before = last.current?.version.id === version.id ? last.current : undefined;
    const {appId, platform, state} = before?.version ?? version;
    const known = {appId: appId ?? version.appId, platform, state};
    const release = await store.readRelease(
      {id: version.id, known, before: isQuiet ? before : undefined, onPart},
      signal,
    );
    last.current = withPrevious(release, before);
    return last.current;
  };
}

export function learnedFrom({readiness, newerBuild}: Partial<Release>): NextStepFacts {
  return {readiness: readiness?.value, newerBuild};
}

/** Returns what the next step depends on, and shares what was read about the version with other screens. */
export function useNextStepFacts(release: Release | undefined, {isCurrent, at}: Query<unknown>): NextStepFacts {
  const {known, queries} = useServices();
  useEffect(() => {
    if (!release || !isCurrent) return;
    known.noteRollOut(release.version, at);
    if (release.readiness?.value) known.note(release.version, learnedFrom(release), at);
  }, [known, release, isCurrent, at]);
  useSyncExternalStore(queries.subscribe, () => release && known.of(release.version).isRejectionRead);
  if (!release) return {};
  return {...known.of(release.version), phased: release.version.phasedRelease, ...learnedFrom(release)};
}

interface Shown {
  app: App | undefined;
  version: StoreVersion | undefined;
  load: Query<unknown>;
  unread: string;
  readiness: Part<Readiness> | undefined;
  platform?: string;
}

/** Returns the actions on a release: the key bindings, what each row of its page opens, and the open dialog, if any. */
export function useReleaseTarget({app, version, load, unread, readiness, platform}: Shown) {
  const {readOnly} = useServices();
  const router = useRouter();
  const {whyOvertaken: overtaken} = load;
  const isRead = load.data !== undefined;
  const isFirst = version && isFirstOf(app, version, readiness?.value);
  const target = {app, version, unread, overtaken, readOnly, isFirst, isComplete: isRead && version !== undefined};
  useTarget(target);
  useWatchedVersion(app, isRead ? version : undefined);
  const [isAsking, setAsking] = useState(false);
  const unknown = stateIs(version?.state, 'editable') ? ('unknown' as const) : undefined;
  const missing = readiness?.value ? missingNames(readiness.value) : unknown;
  const asking = {action: submitVersion, about: actionParams(target), missing, onClose: () => setAsking(false)};
  const onSubmit = () => setAsking(true);
  // While the page is read again after a write, its rows keep their places; their keys wait.
  const ofRows = {...target, overtaken: undefined};
  return {
    target: ofRows,
    openingOf: useOpening(ofRows, {platform, onSubmit}),
    actions: actionKeys(target, router, {submit: onSubmit}),
    dialog: isAsking ? <ConfirmFlow {...asking} /> : undefined,
  };
}

/** Hides working keys from the footer until everything is read, because keys that come later would move them. */
export function unshown(keys: readonly Binding[]): Binding[] {
  return keys.map((key) => ({...key, shown: 'none'}));
}

/** Replaces a key that does the same as Enter with an empty space, so that the other keys do not move. */
export function useFooter(actions: readonly Binding[], ofEnter: string): Binding[] {
  const {size} = useDisplay();
  return actions.map((action) => {
    const {label, room = 0, unavailable} = action;
    const isOfEnter = label === ofEnter;
    const isLast = isOfEnter && action.shown === 'rest';
    if (unavailable !== undefined || (isNarrow(size) && isLast)) return {...action, shown: 'help'};
    return isOfEnter ? {...action, label: '', room: Math.max(room, label.length)} : action;
  });
}
