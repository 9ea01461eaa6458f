import type {ActionLabels, ScreenName} from '../../app/command.ts';
import {actions} from '../../app/commands/index.ts';
import {ACTIONS, type Action, APP_ACTIONS, isAction, type Target, whyNot} from '../../services/model/actions.ts';
import {type NextStepFacts, nextStep} from '../../services/model/next-step.ts';
import {countMissing} from '../../services/model/readiness.ts';
import {STEPS, type StepId} from '../../services/model/release-steps.ts';
import {stateIs} from '../../services/model/version.ts';
import type {Params, Router} from '../context/router.ts';
import type {Binding, Shown} from '../input/keyboard.ts';
import {appLabel, firstMissing, platformName, versionLabel} from '../text/labels.ts';

export const ACTION_LABELS: Readonly<Record<Action, ActionLabels>> = actions;

export function actionTitle(action: Action, {app, version}: Target): string {
  // A finished version cannot be shipped again.
  if (action === 'ship' && version && stateIs(version.state, 'at-rest'))
    return ['Ship the next', platformName(version.platform ?? ''), 'version'].filter(Boolean).join(' ');
  const {title: pattern} = ACTION_LABELS[action];
  const title = pattern.replace('%', () => versionLabel(version));
  const isOfApp = APP_ACTIONS.includes(action) && !(version && pattern.includes('%'));
  return isOfApp && app ? `${title} of ${appLabel(app)}` : title;
}

export function shortTitle(action: Action): string {
  return ACTION_LABELS[action].title.replace(/(?: (?:of|to|for))? %/, '');
}

export function actionParams({app, version}: Target): Params {
  return {appId: app?.id ?? version?.appId, versionId: version?.id, app, version};
}

export function isListed(action: Action, target: Target): boolean {
  const {isRare, isChecklist} = ACTION_LABELS[action];
  if (isChecklist) return false;
  return !isRare || (target.isComplete === true && !whyNot(action, target));
}

export function isFinal(action: Action): boolean {
  return ACTION_LABELS[action].isFinal === true;
}

function onSameKey(action: Action): readonly Action[] {
  const {key} = ACTION_LABELS[action];
  return ACTIONS.filter((other) => ACTION_LABELS[other].key === key);
}

/** Returns the action that is possible on this action's key, such as resume while the roll-out is paused. */
export function actionOnKey(action: Action, target: Target): Action | undefined {
  return onSameKey(action).find((other) => !whyNot(other, target));
}

/** Returns whether the action has its key. A shared key belongs to the first possible action, or else to the first. */
export function hasKey(action: Action, target: Target): boolean {
  return (actionOnKey(action, target) ?? onSameKey(action)[0]) === action;
}

export function actionKeys(
  target: Target,
  router: Router,
  runs: Readonly<Partial<Record<Action, (() => void) | undefined>>> = {},
): Binding[] {
  return ACTIONS.filter((action) => hasKey(action, target)).map((action): Binding => {
    const {key, label, isRare} = ACTION_LABELS[action];
    const run = runs[action];
    const unavailable = whyNot(action, target);
    return {
      keys: [key],
      // Only a version's own pages open the submit dialog. Elsewhere the key opens Ship, which shows the steps first.
      label: action === 'submit' && !run ? 'to submit' : label,
      title: actionTitle(action, target),
      group: 'Actions',
      shown: isRare ? 'rest' : 'footer',
      unavailable,
      run: run ?? (() => router.push(action, actionParams(target))),
    };
  });
}

export const STEP_OF: Readonly<Record<Action, StepId>> = {
  release: 'release',
  submit: 'submission',
  ship: 'version',
  'pause-phased': 'roll-out',
  'resume-phased': 'roll-out',
  'complete-phased': 'roll-out',
  'attach-build': 'build',
  encryption: 'encryption',
  'release-notes': 'release-notes',
  update: 'version',
  withdraw: 'submission',
  'enable-phased': 'roll-out',
  'disable-phased': 'roll-out',
  delete: 'version',
  create: 'version',
};

/** Returns true if the action depends on a roll-out that has not been read. */
export function isUnread(action: Action, {version, isComplete}: Target): boolean {
  return STEP_OF[action] === 'roll-out' && version !== undefined && !version.phasedRelease && !isComplete;
}

/** Leaves in the footer only keys that work and belong to the given step or a later one. */
export function inFooter(keys: readonly Binding[], from: StepId, others: Shown, shown: Shown = 'footer'): Binding[] {
  const later = STEPS.slice(STEPS.indexOf(from));
  const first = ACTIONS.flatMap((action) => (later.includes(STEP_OF[action]) ? ACTION_LABELS[action].key : []));
  const isFirst = ({keys: [key = ''], unavailable}: Binding) => !unavailable && first.includes(key);
  return keys.map((key) => ({...key, shown: isFirst(key) ? shown : others}));
}

export function pickTitle(pickFor: ScreenName | undefined): string | undefined {
  if (pickFor === 'version') return 'Show a version';
  return isAction(pickFor) ? actionTitle(pickFor, {}) : undefined;
}

export function whyNotPick(pickFor: ScreenName | undefined, target: Target): string | undefined {
  return isAction(pickFor) ? whyNot(pickFor, target) : undefined;
}

/** Returns `Release 3.3.0 for iOS`, or undefined if there is nothing to do, or it is forbidden or unknown. */
export function nextStepLabel(target: Target, now: number, known: NextStepFacts): string | undefined {
  const {version, readOnly} = target;
  if (!version || readOnly !== undefined) return undefined;
  const {readiness} = known;
  const step = nextStep(version, now, known);
  switch (step.kind) {
    case 'flow':
      if (whyNot(step.action, target) !== undefined) return undefined;
      if (!step.build) return actionTitle(step.action, target);
      return `Attach build ${step.build.version ?? step.build.id} (newer)`;
    case 'fix':
      return readiness && firstMissing(countMissing(readiness), step.check.message);
    case 'page':
      return `${step.title} (web page)`;
    case 'none':
      return undefined;
  }
}
