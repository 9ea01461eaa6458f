import type {ScreenName} from '../../app/command.ts';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import {nextStep} from '../../services/model/next-step.ts';
import {countMissing, type Readiness} from '../../services/model/readiness.ts';
import type {Params, Router} from '../context/router.ts';
import type {Binding} from '../input/keyboard.ts';
import {appLabel, missingLabel, versionLabel} from '../text/labels.ts';

interface ActionWords {
  key: string;
  /** For the footer. */
  label: string;
  /** Named only where it is possible: most versions never need it. */
  isRare?: boolean;
  /** A checklist of all the others: it has a key, and is not listed among them. */
  isChecklist?: boolean;
  /** `Release 3.3.0 for iOS`, as far as it is known what it is about. */
  title(subject: string): string;
}

export const ACTION_WORDS: Readonly<Record<Action, ActionWords>> = {
  release: {key: 'R', label: 'release', title: (subject) => `Release ${subject}`},
  submit: {key: 'S', label: 'submit', title: (subject) => `Submit ${subject} for review`},
  ship: {key: 'L', label: 'ship', isChecklist: true, title: (subject) => `Ship ${subject}`},
  'pause-phased': {
    key: 'h',
    label: 'pause roll-out',
    isRare: true,
    title: (subject) => `Pause the roll-out of ${subject}`,
  },
  'resume-phased': {
    key: 'h',
    label: 'resume roll-out',
    isRare: true,
    title: (subject) => `Resume the roll-out of ${subject}`,
  },
  'complete-phased': {
    key: 'C',
    label: 'complete roll-out',
    isRare: true,
    title: (subject) => `Complete the roll-out of ${subject}`,
  },
  'attach-build': {key: 'b', label: 'attach build', title: (subject) => `Attach a build to ${subject}`},
  encryption: {
    key: 'E',
    label: 'encryption',
    isRare: true,
    title: (subject) => `Answer the encryption question for ${subject}`,
  },
  'release-notes': {key: 'N', label: 'edit notes', title: (subject) => `Edit the release notes of ${subject}`},
  update: {key: 'u', label: 'update', title: (subject) => `Update ${subject}`},
  withdraw: {key: 'W', label: 'withdraw', isRare: true, title: (subject) => `Withdraw ${subject}`},
  'enable-phased': {
    key: 'H',
    label: 'phased release',
    isRare: true,
    title: (subject) => `Set up a phased release of ${subject}`,
  },
  'disable-phased': {
    key: 'H',
    label: 'remove phased release',
    isRare: true,
    title: (subject) => `Remove the phased release of ${subject}`,
  },
  delete: {key: 'D', label: 'delete', title: (subject) => `Delete ${subject}`},
  create: {key: 'c', label: 'create', title: () => 'Create a version'},
};

export function actionTitle(action: Action, {app, version}: Target): string {
  const title = ACTION_WORDS[action].title(versionLabel(version));
  const isOfApp = action === 'create' || (action === 'ship' && !version);
  return isOfApp && app ? `${title} of ${appLabel(app)}` : title;
}

export function actionParams({app, version}: Target): Params {
  return {appId: app?.id ?? version?.appId, versionId: version?.id, app, version};
}

/** Whether a list of actions names it, possible or not. */
export function isNamed(action: Action, target: Target): boolean {
  const {isRare, isChecklist} = ACTION_WORDS[action];
  if (isChecklist) return false;
  return !isRare || (target.isWhole === true && !whyNot(action, target));
}

/** Of actions that share a key, the one that is possible now, else the first. */
function hasKey(action: Action, target: Target): boolean {
  const {key} = ACTION_WORDS[action];
  const same = ACTIONS.filter((other) => ACTION_WORDS[other].key === key);
  return (same.find((other) => !whyNot(other, target)) ?? same[0]) === action;
}

/** The keys of all actions, each opening its flow on the subject or saying why it cannot. */
export function actionKeys(target: Target, router: Router): Binding[] {
  return ACTIONS.filter((action) => hasKey(action, target)).map((action): Binding => {
    const {key, label, isChecklist} = ACTION_WORDS[action];
    return {
      keys: [key],
      label,
      title: actionTitle(action, target),
      group: 'Actions',
      shown: isChecklist || isNamed(action, target) ? 'footer' : 'help',
      unavailable: whyNot(action, target),
      run: () => router.push(action, actionParams(target)),
    };
  });
}

/** The title of a list that picks an app or a version for a screen; undefined for a list that picks nothing. */
export function pickTitle(pickFor: ScreenName | undefined): string | undefined {
  if (pickFor === 'version') return 'Show a version';
  const action = ACTIONS.find((one) => one === pickFor);
  return action && ACTION_WORDS[action].title('a version');
}

/** Why a version cannot be picked for a screen, or undefined. */
export function whyNotPick(pickFor: ScreenName | undefined, target: Target): string | undefined {
  const action = ACTIONS.find((one) => one === pickFor);
  return action && whyNot(action, target);
}

/**
 * The next step of a version: `Release 3.3.0 for iOS`. Undefined where there is nothing to do, where it is not allowed,
 * and where it is not known.
 *
 * @param readiness as far as this run has found out
 */
export function nextStepLabel(target: Target, readiness: Readiness | undefined): string | undefined {
  const {version, readOnly} = target;
  if (!version || readOnly !== undefined) return undefined;
  const step = nextStep(version, {readiness});
  switch (step.kind) {
    case 'flow':
      return whyNot(step.action, target) === undefined ? actionTitle(step.action, target) : undefined;
    case 'fix':
      return readiness && `${missingLabel(countMissing(readiness))}: ${step.check.message}`;
    case 'page':
      return `${step.title} on the web page`;
    case 'none':
      return undefined;
  }
}
