import type {Action} from './actions.ts';
import type {Readiness, ReadinessCheck} from './readiness.ts';
import type {Part} from './release.ts';
import {releaseHold} from './release-date.ts';
import {type Build, type PhasedRelease, type StoreVersion, stateIs} from './version.ts';
import {AGREEMENTS_PAGE, appPage} from './web-pages.ts';

/** Ordered by urgency. Home counts the needs up to `paused` as urgent. */
export const NEEDS = [
  'rejected',
  'approved',
  'contract',
  'export',
  'paused',
  'waiting',
  'preparing',
  'nothing',
] as const;
export type NeedKind = (typeof NEEDS)[number];

export function needOfVersion(version: StoreVersion, now: number, phased = version.phasedRelease): NeedKind {
  const {state} = version;
  if (stateIs(state, 'live')) return phased?.state === 'PAUSED' ? 'paused' : 'nothing';
  if (state === 'PENDING_CONTRACT') return 'contract';
  if (state === 'WAITING_FOR_EXPORT_COMPLIANCE') return 'export';
  if (stateIs(state, 'releasable')) return releaseHold(version, now)?.date === undefined ? 'approved' : 'waiting';
  if (stateIs(state, 'editable')) return isRejected(state) ? 'rejected' : 'preparing';
  if (stateIs(state, 'moving')) return 'waiting';
  return stateIs(state, 'at-rest') ? 'nothing' : 'preparing';
}

export interface Needing {
  version: StoreVersion;
  need: NeedKind;
  /** When the version began to wait; undefined if no date shows it. */
  since?: number;
}

const APART = 1e14;

export function rank({need, since = APART - 1}: Pick<Needing, 'need' | 'since'>): number {
  return NEEDS.indexOf(need) * APART + since;
}

type PhasedOf = (version: StoreVersion) => PhasedRelease | undefined;

/** Returns the versions that need something, the most urgent first. Among equals, the longest wait comes first. */
export function needing(versions: readonly StoreVersion[], now: number, phasedOf?: PhasedOf): Needing[] {
  return versions
    .map((version) => ({
      version,
      need: needOfVersion(version, now, phasedOf?.(version) ?? version.phasedRelease),
      since: waitingSince(version),
    }))
    .filter(({need}) => need !== 'nothing')
    .sort((a, b) => rank(a) - rank(b));
}

/** Puts versions that need a person before versions that only wait. */
export function personFirst(needs: readonly Needing[]): Needing[] {
  return [...needs].sort((a, b) => Number(a.need === 'waiting') - Number(b.need === 'waiting'));
}

function waitingSince({state, submittedDate, createdDate}: StoreVersion): number | undefined {
  const isDated = submittedDate !== undefined || stateIs(state, 'deletable') || state === 'READY_FOR_REVIEW';
  return isDated ? Date.parse(submittedDate ?? createdDate ?? '') || undefined : undefined;
}

/** Returns one version in flight per platform: if possible one that needs a person, and of these the most urgent. */
export function versionsInFlight(versions: readonly StoreVersion[], now: number): StoreVersion[] {
  const moving = versions.filter(({state}) => !stateIs(state, 'at-rest'));
  return firstPerPlatform(personFirst(needing(moving, now)).map(({version}) => version));
}

export function firstPerPlatform(versions: readonly StoreVersion[]): StoreVersion[] {
  return versions.filter(({platform}, index) => versions.findIndex((other) => other.platform === platform) === index);
}

export type NextStep =
  | {kind: 'flow'; action: Action; build?: Build}
  | {kind: 'fix'; check: ReadinessCheck}
  | {kind: 'page'; page: 'rejection' | 'agreement'; title: string; url: string}
  | {kind: 'none'; why: string; date?: string; title?: string};

export interface NextStepFacts {
  phased?: PhasedRelease;
  readiness?: Readiness;
  newerBuild?: Part<Build | undefined>;
  isRejectionRead?: boolean;
}

export const UNKNOWN = 'Next step';

export function nextStep(version: StoreVersion, now: number, known: NextStepFacts = {}): NextStep {
  const flow = (action: Action): NextStep => ({kind: 'flow', action});
  const none = (why: string, title?: string): NextStep => ({kind: 'none', why, title});
  const {phased, readiness, newerBuild} = known;
  const {state, build, appId, submittedDate} = version;
  const hold = releaseHold(version, now);
  switch (needOfVersion(version, now, phased)) {
    case 'approved':
      return hold ? none(hold.words, UNKNOWN) : flow('release');
    case 'paused':
      return flow('resume-phased');
    case 'contract':
      return {kind: 'page', page: 'agreement', title: 'Accept the agreement', url: AGREEMENTS_PAGE};
    case 'export':
      return build && build.usesEncryption === undefined
        ? flow('encryption')
        : none('export compliance questions are answered on the web page', UNKNOWN);
    case 'rejected':
    case 'preparing': {
      const isUnread = isRejected(state) && !known.isRejectionRead && !isLater(build?.uploadedDate, submittedDate);
      if (isUnread && appId !== undefined) return pageOfRejection(appId);
      if (newerBuild?.value || newerBuild?.error)
        return {kind: 'flow', action: 'attach-build', build: newerBuild.value};
      if (stateIs(state, 'submittable') && !stateIs(state, 'editable')) return flow('submit');
      if (!stateIs(state, 'editable')) return none('tool does not know this state yet', UNKNOWN);
      if (!readiness) return none('what is missing is not known yet', UNKNOWN);
      const first = readiness.checks.find(({status}) => status === 'error');
      return first ? {kind: 'fix', check: first} : flow('submit');
    }
    case 'waiting':
      if (hold?.date !== undefined) return {kind: 'none', why: 'scheduled for', date: hold.date};
      return none(stateIs(state, 'in-review') ? 'review continues on its own' : 'it continues on its own');
    case 'nothing':
      return none(whyNothing(version, phased));
  }
}

export function pageOfRejection(appId: string): NextStep {
  return {kind: 'page', page: 'rejection', title: 'Read why it was rejected', url: appPage(appId)};
}

export function isRejected(state: string | undefined): boolean {
  return stateIs(state, 'editable') && stateIs(state, 'needs-you');
}

export function isLater(one: string | undefined, other: string | undefined): boolean {
  return Date.parse(one ?? '') > Date.parse(other ?? '');
}

function whyNothing({state, phasedRelease}: StoreVersion, phased = phasedRelease): string {
  if (!stateIs(state, 'live')) return 'it is no longer in the store';
  return phased?.state === 'ACTIVE' ? 'the roll-out continues on its own' : 'it is on sale';
}
