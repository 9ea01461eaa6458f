import type {ScreenName} from '../../app/command.ts';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import type {Params, Router} from '../context/router.ts';
import type {Binding} from '../input/keyboard.ts';
import {appLabel, versionLabel} from '../text/labels.ts';

interface ActionWords {
  key: string;
  /** For the footer. */
  label: string;
  /** Named only where it is possible: most versions never need it. */
  isRare?: boolean;
  /** The road with all the others on it: a key leads there, lists of what can be done do not name it. */
  isRoad?: boolean;
  /** `Release 3.3.0 for iOS`, as far as it is known what it is about. */
  title(subject: string): string;
}

export const ACTION_WORDS: Readonly<Record<Action, ActionWords>> = {
  release: {key: 'R', label: 'release', title: (subject) => `Release ${subject}`},
  submit: {key: 'S', label: 'submit', title: (subject) => `Submit ${subject} for review`},
  ship: {key: 'L', label: 'ship', isRoad: true, title: (subject) => `Ship ${subject}`},
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
export function isNamed(action: Action, subject: Target): boolean {
  const {isRare, isRoad} = ACTION_WORDS[action];
  if (isRoad) return false;
  return !isRare || (subject.isWhole === true && !whyNot(action, subject));
}

/** Of actions that share a key, the one that is possible now, else the first. */
function hasKey(action: Action, subject: Target): boolean {
  const {key} = ACTION_WORDS[action];
  const same = ACTIONS.filter((other) => ACTION_WORDS[other].key === key);
  return (same.find((other) => !whyNot(other, subject)) ?? same[0]) === action;
}

/** The keys of all actions, each opening its flow on the subject or saying why it cannot. */
export function actionKeys(subject: Target, router: Router): Binding[] {
  return ACTIONS.filter((action) => hasKey(action, subject)).map((action): Binding => {
    const {key, label, isRoad} = ACTION_WORDS[action];
    return {
      keys: [key],
      label,
      title: actionTitle(action, subject),
      group: 'Actions',
      shown: isRoad || isNamed(action, subject) ? 'footer' : 'help',
      unavailable: whyNot(action, subject),
      run: () => router.push(action, actionParams(subject)),
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
export function whyNotPick(pickFor: ScreenName | undefined, subject: Target): string | undefined {
  const action = ACTIONS.find((one) => one === pickFor);
  return action && whyNot(action, subject);
}
