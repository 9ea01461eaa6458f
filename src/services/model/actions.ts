import {CHANGEABLE, type PhasedChange} from './phased-release.ts';
import {stateIs, type Trait} from './states.ts';
import type {App, StoreVersion} from './version.ts';

/** What can be done to an app or a version, in the order people need it. Each has a screen of the same name. */
export const ACTIONS = [
  'release',
  'submit',
  'ship',
  'pause-phased',
  'resume-phased',
  'complete-phased',
  'attach-build',
  'encryption',
  'release-notes',
  'update',
  'withdraw',
  'enable-phased',
  'disable-phased',
  'delete',
  'create',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Actions that need an app and no version. */
export const APP_ACTIONS: readonly string[] = ['ship', 'create'] satisfies readonly Action[];

export function isAction(name: string | undefined): name is Action {
  return ACTIONS.some((action) => action === name);
}

/** What an action acts on, as far as it is known. */
export interface Target {
  app?: App;
  version?: StoreVersion;
  /** The version was read with its build and its phased release: what is not there does not exist. */
  isWhole?: boolean;
  /** Who wants that nothing is written, e.g. `--read-only`; undefined when it may be. */
  readOnly?: string;
}

/** Why an action is not possible now; undefined when it is. This only saves pointless requests: the service decides. */
export function whyNot(action: Action, {app, version, readOnly, isWhole = false}: Target): string | undefined {
  const withoutApp = app || version?.appId ? undefined : 'first choose an app';
  if (action === 'ship') return withoutApp;
  if (readOnly !== undefined) return `this run is read-only (${readOnly})`;
  if (action === 'create') return withoutApp;
  if (!version) return 'first choose a version';
  switch (action) {
    case 'encryption':
      return afterRelease(version) ?? whyNotAnswer(version, isWhole);
    case 'pause-phased':
      return whyNotChange('pause', version, isWhole);
    case 'resume-phased':
      return whyNotChange('resume', version, isWhole);
    case 'complete-phased':
      return whyNotChange('complete', version, isWhole);
    case 'enable-phased':
      return afterRelease(version) ?? (version.phasedRelease ? 'it has a phased release' : undefined);
    case 'disable-phased':
      return afterRelease(version) ?? withoutPhased(version, isWhole);
    case 'release-notes':
      return stateIs(version.state, 'texts-final') ? 'only until review begins' : undefined;
    default: {
      const [trait, reason] = NEEDS_STATE[action];
      return stateIs(version.state, trait) ? undefined : reason;
    }
  }
}

const EDITABLE = ['editable', 'only while the version is editable'] as const;
const NEEDS_STATE = {
  release: ['releasable', 'only in pending developer release'],
  submit: ['submittable', 'only before review'],
  withdraw: ['withdrawable', 'only from submission to release'],
  delete: ['deletable', 'only in prepare for submission'],
  'attach-build': EDITABLE,
  update: EDITABLE,
} as const satisfies Partial<Record<Action, readonly [Trait, string]>>;

function whyNotChange(change: PhasedChange, version: StoreVersion, isWhole: boolean): string | undefined {
  if (!stateIs(version.state, 'live')) return 'only once it is live';
  const {phasedRelease: phased} = version;
  const from = CHANGEABLE[change];
  if (!phased || from.includes(phased.state ?? '')) return withoutPhased(version, isWhole);
  return `only while the roll-out is ${from.join(' or ').toLowerCase()}`;
}

function withoutPhased({phasedRelease}: StoreVersion, isWhole: boolean): string | undefined {
  return isWhole && !phasedRelease ? 'it has no phased release' : undefined;
}

function whyNotAnswer({build}: StoreVersion, isWhole: boolean): string | undefined {
  if (!build) return isWhole ? 'no build is attached' : undefined;
  return build.usesEncryption === undefined ? undefined : 'the build has its answer';
}

function afterRelease({state}: StoreVersion): string | undefined {
  return stateIs(state, 'released') || stateIs(state, 'at-rest') ? 'only before the release' : undefined;
}
