import {type PhasedChange, whyNotChange} from './phased-release.ts';
import {type App, canBeSet, releasedAlready, type StoreVersion, stateIs, type Trait} from './version.ts';

type Rule = (version: StoreVersion, known: Pick<Target, 'isComplete' | 'isFirst'>) => string | undefined;

type Already = (state: string | undefined) => string | undefined;
const submittedAlready: Already = (state) => (stateIs(state, 'in-review') ? 'was already submitted' : undefined);
const withdrawnAlready: Already = (state) => (state === 'DEVELOPER_REJECTED' ? 'was already withdrawn' : undefined);

const NEEDS_APP = 'app';
export const NO_PHASES = 'a first version reaches everyone at once';

const RULES = {
  release: onlyIf('releasable', 'only in pending developer release', releasedAlready),
  submit: onlyIf('submittable', 'only before review', submittedAlready),
  ship: NEEDS_APP,
  'pause-phased': mayChange('pause'),
  'resume-phased': mayChange('resume'),
  'complete-phased': mayChange('complete'),
  'attach-build': onlyIf('editable', 'only while the version is editable'),
  encryption: (version, known) => afterRelease(version) ?? whyNotAnswer(version, known),
  'release-notes': ({state}, {isFirst}) => {
    if (stateIs(state, 'texts-final')) return 'only until review begins';
    return isFirst ? "a first version has no What's New" : undefined;
  },
  update: ({state}) => (canBeSet('releaseType', state) ? undefined : 'only while the version is editable or approved'),
  withdraw: onlyIf('withdrawable', 'only from submission to release', withdrawnAlready),
  'enable-phased': (version, {isFirst}) =>
    afterRelease(version) ??
    (version.phasedRelease ? 'it already has a phased release' : isFirst ? NO_PHASES : undefined),
  'disable-phased': (version) => afterRelease(version) ?? withoutPhased(version, {isComplete: true}),
  delete: onlyIf('deletable', 'only in prepare for submission'),
  create: NEEDS_APP,
} satisfies Record<string, Rule | typeof NEEDS_APP>;

export type Action = keyof typeof RULES;
export const ACTIONS = Object.keys(RULES) as readonly Action[];

export const APP_ACTIONS: readonly string[] = ACTIONS.filter((action) => RULES[action] === NEEDS_APP);

export function isAction(name: string | undefined): name is Action {
  return ACTIONS.some((action) => action === name);
}

export interface Target {
  app?: App;
  version?: StoreVersion;
  unread?: string;
  /** Why the version's state is not known: it was read before a write of this run. */
  overtaken?: string;
  /** True if the version was read with its build and phased release. If either is then absent, it does not exist. */
  isComplete?: boolean;
  isFirst?: boolean;
  readOnly?: string;
}

/** Returns why an action is not possible now, or undefined. This only saves requests, because the service decides. */
export function whyNot(action: Action, target: Target): string | undefined {
  const {app, version, unread, overtaken, readOnly} = target;
  const rule = RULES[action];
  const withoutApp = app || version?.appId ? undefined : (unread ?? 'choose an app first');
  // Ship itself only reads, and each of its steps is an action with its own rule.
  if (action === 'ship') return withoutApp;
  if (readOnly !== undefined) return `this run is read-only (${readOnly})`;
  if (rule === NEEDS_APP) return withoutApp;
  if (version && overtaken !== undefined) return overtaken;
  return version ? rule(version, target) : (unread ?? 'choose a version first');
}

function onlyIf(trait: Trait, reason: string, already?: Already): Rule {
  return ({state}) => {
    if (stateIs(state, trait)) return undefined;
    const done = already?.(state);
    return done ? `it ${done}` : reason;
  };
}

function mayChange(change: PhasedChange): Rule {
  return (version, known) => {
    if (!stateIs(version.state, 'live')) return 'only once it is live';
    const {phasedRelease: phased} = version;
    return phased ? whyNotChange(change, phased.state) : withoutPhased(version, known);
  };
}

function withoutPhased({phasedRelease}: StoreVersion, {isComplete}: Pick<Target, 'isComplete'>): string | undefined {
  return isComplete && !phasedRelease ? 'it has no phased release' : undefined;
}

function whyNotAnswer({build}: StoreVersion, {isComplete}: Pick<Target, 'isComplete'>): string | undefined {
  if (!build) return isComplete ? 'no build is attached' : undefined;
  return build.usesEncryption === undefined ? undefined : 'the encryption question is answered';
}

function afterRelease({state}: StoreVersion): string | undefined {
  return stateIs(state, 'released') || stateIs(state, 'at-rest') ? 'only before release' : undefined;
}
