import {ACTIONS, type Action, whyNot} from '../app/use-cases/availability.ts';
import type {App} from '../services/model/app.ts';
import type {StoreVersion} from '../services/model/version.ts';
import type {Binding} from './input/keyboard.ts';
import type {Params, Router} from './router.ts';
import {platformName} from './text/words.ts';

interface ActionWords {
  key: string;
  /** For the footer. */
  label: string;
  /** `Release 3.3.0 for iOS`, as far as it is known what it is about. */
  title(subject: string): string;
}

export const ACTION_WORDS: Readonly<Record<Action, ActionWords>> = {
  release: {key: 'R', label: 'release', title: (subject) => `Release ${subject}`},
  'attach-build': {key: 'b', label: 'attach build', title: (subject) => `Attach a build to ${subject}`},
  update: {key: 'u', label: 'update', title: (subject) => `Update ${subject}`},
  delete: {key: 'D', label: 'delete', title: (subject) => `Delete ${subject}`},
  create: {key: 'c', label: 'create', title: () => 'Create a version'},
};

/** What an action is done to on a screen. */
export interface Target {
  app?: App;
  version?: StoreVersion;
}

/** `3.3.0 for iOS`, or `a version` while none is chosen. */
export function versionLabel(version: StoreVersion | undefined): string {
  if (!version) return 'a version';
  return [version.versionString ?? version.id, version.platform && platformName(version.platform)]
    .filter(Boolean)
    .join(' for ');
}

export function actionTitle(action: Action, {app, version}: Target): string {
  const title = ACTION_WORDS[action].title(versionLabel(version));
  const name = app?.name ?? app?.bundleId;
  return action === 'create' && name ? `${title} of ${name}` : title;
}

/** Why an action cannot be done to the target now, or undefined. */
export function whyNotHere(action: Action, {app, version}: Target): string | undefined {
  return whyNot(action, {appId: app?.id, version});
}

export function actionParams({app, version}: Target): Params {
  return {appId: app?.id ?? version?.appId, versionId: version?.id, app, version};
}

/** The keys of all actions, each opening its flow on the target or saying why it cannot. */
export function actionKeys(target: Target, router: Router): Binding[] {
  return ACTIONS.map((action): Binding => {
    const {key, label} = ACTION_WORDS[action];
    return {
      keys: [key],
      label,
      title: actionTitle(action, target),
      group: 'Actions',
      unavailable: whyNotHere(action, target),
      run: () => router.push(action, actionParams(target)),
    };
  });
}
