import {deleteVersion} from '../../app/actions/delete.ts';
import {completePhased, disablePhased, enablePhased, pausePhased, resumePhased} from '../../app/actions/phased.ts';
import {releaseVersion} from '../../app/actions/release.ts';
import {withdrawVersion} from '../../app/actions/withdraw.ts';
import type {Command, ScreenName} from '../../app/command.ts';
import type {Flags} from '../../app/flags/flags.ts';
import {DELETED, PHASED, withdrawn, withdrawnWith} from '../../app/present/effects.ts';
import type {Action} from '../../services/model/actions.ts';
import {isRejected} from '../../services/model/next-step.ts';
import {isRollingOut, PHASED_CLAUSES, type PhasedResult} from '../../services/model/phased-release.ts';
import {overriddenDate} from '../../services/model/release-date.ts';
import {lookup} from '../../services/model/values.ts';
import {type PhasedRelease, stateIs, type VersionView} from '../../services/model/version.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {type Moment, rollOutText} from '../facts/attributes.ts';
import {ConfirmFlow, type ConfirmFlowProps} from '../flows/confirm-flow.tsx';
import type {WriteResult} from '../flows/write-view.tsx';
import {plainLabel, stateDisplay} from '../text/api-names.ts';
import {capitalized} from '../text/labels.ts';
import type {Fact} from '../text/lines.ts';

function dialog<F extends Flags, Result extends WriteResult, Extra = undefined>(
  props: ConfirmFlowProps<F, Result, Extra>,
) {
  return {component: () => <ConfirmFlow {...props} />, overlay: true};
}

interface PhasedChange {
  command: Command<Flags, PhasedResult>;
  /** Follows each of the words; `the roll-out of` by default. */
  of?: string;
  words: readonly [title: string, running: string, done: string];
  untyped?: boolean;
  effect: string;
}

function phasedDialog(
  action: Action,
  {command, of = 'the roll-out of', words: [title, running, done], untyped, effect}: PhasedChange,
) {
  const rollOut = (phased: PhasedRelease | undefined) => (isRollingOut(phased) ? [rollOutText(phased)] : []);
  return dialog({
    action,
    command,
    words: {title: `${title} ${of}`, running: `${running} ${of}`, done: `${done} ${of}`, verb: title.toLowerCase()},
    untyped,
    effects: ({version: {phasedRelease}}) => [...rollOut(phasedRelease).map((text) => `Roll-out: ${text}.`), effect],
    instead: ({isUnsent, phased: {state} = {state: 'NONE'}}) =>
      isUnsent && `${capitalized(lookup(PHASED_CLAUSES, state) ?? 'it was so already')}; nothing was sent`,
    facts: ({phased}) => rollOut(phased).map((text): Fact => ['Roll-out', text]),
  });
}

export const confirmations = {
  release: dialog({
    action: 'release',
    command: releaseVersion,
    words: {title: 'Release', running: 'Releasing', done: 'Released', verb: 'release'},
    effects: releaseEffects,
    facts: ({releaseRequestId}) => (releaseRequestId === null ? [] : [['Request', releaseRequestId]]),
    followsState: true,
  }),
  delete: {component: Delete, overlay: true},
  withdraw: dialog({
    action: 'withdraw',
    command: withdrawVersion,
    words: {title: 'Withdraw', running: 'Withdrawing', done: 'Withdrew', verb: 'withdraw'},
    // An approved version is withdrawn alone.
    loadExtra: async (store, version, signal) =>
      stateIs(version.state, 'releasable') ? undefined : store.openSubmission(version, signal),
    refuses({version, extra}, {submissionId} = {}) {
      if (submissionId === undefined) return undefined;
      if (isRejected(version.state)) return 'review has ended: there is nothing to withdraw';
      if (extra?.id === submissionId) return undefined;
      return `its submission has ended${extra ? `: it is in another one, ${extra.id}` : ''}`;
    },
    effects: ({version, extra}) => withdrawn(version, extra),
    seen: ({extra}) => ({submission: extra?.id ?? null}),
    flags: (target) => new Map(withdrawnWith(target.version, target.extra).length > 0 ? [['all', 'true']] : []),
    facts: ({state}) => (state === undefined ? [] : [['State', stateDisplay(state).name]]),
  }),
  'pause-phased': phasedDialog('pause-phased', {
    command: pausePhased,
    words: ['Pause', 'Pausing', 'Paused'],
    // For emergencies: one key, then Enter.
    untyped: true,
    effect: PHASED.pause,
  }),
  'resume-phased': phasedDialog('resume-phased', {
    command: resumePhased,
    words: ['Resume', 'Resuming', 'Resumed'],
    untyped: true,
    effect: PHASED.resume,
  }),
  'complete-phased': phasedDialog('complete-phased', {
    command: completePhased,
    words: ['Complete', 'Completing', 'Completed'],
    effect: `${PHASED.complete} This cannot be undone.`,
  }),
  'enable-phased': phasedDialog('enable-phased', {
    command: enablePhased,
    of: 'a phased release of',
    words: ['Set up', 'Setting up', 'Set up'],
    untyped: true,
    effect: PHASED.enable,
  }),
  'disable-phased': phasedDialog('disable-phased', {
    command: disablePhased,
    of: 'the phased release of',
    words: ['Remove', 'Removing', 'Removed'],
    untyped: true,
    effect: PHASED.disable,
  }),
};

function Delete() {
  const {versionId} = useEntry().params;
  const router = useRouter();
  const below = router.stack.at(-2);
  const onLeave = (isDeleted: boolean) => {
    router.back();
    // Its own screen has nothing left to show.
    if (isDeleted && below?.screen === 'version' && below.params.versionId === versionId) router.back();
  };
  return (
    <ConfirmFlow
      action="delete"
      command={deleteVersion}
      words={{title: 'Delete', running: 'Deleting', done: 'Deleted', verb: 'delete'}}
      effects={() => [`${DELETED} This cannot be undone.`]}
      onLeave={onLeave}
    />
  );
}

function releaseEffects({version}: VersionView, {time, now, from}: Moment & {from?: ScreenName}): string[] {
  const {phasedRelease} = version;
  const early = overriddenDate(version, now, (date) => time.dateTime(date) ?? date);
  const {state = 'INACTIVE'} = phasedRelease ?? {};
  const how = state === 'INACTIVE' ? '' : ` (${plainLabel(state)})`;
  const phased = phasedRelease
    ? [`Phased release: automatic updates spread over 7 days${how}.`]
    : [`No phased release: Esc, then ${from === 'home' ? 'L (ship)' : 'H'} sets one up.`];
  const effect = ['It goes on sale for everyone within 24 hours.', ...phased, 'This cannot be undone.'].join(' ');
  return [...(early ? [early] : []), effect];
}
