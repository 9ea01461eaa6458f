import type {Action} from './actions.ts';
import type {Readiness, ReadinessCheck} from './readiness.ts';
import {stateIs} from './states.ts';
import type {PhasedRelease, StoreVersion} from './version.ts';
import {AGREEMENTS_PAGE} from './web-pages.ts';

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

export function needOfVersion({state, phasedRelease}: StoreVersion, phased = phasedRelease): NeedKind {
  if (stateIs(state, 'live')) return phased?.state === 'PAUSED' ? 'paused' : 'nothing';
  if (state === 'PENDING_CONTRACT') return 'contract';
  if (state === 'WAITING_FOR_EXPORT_COMPLIANCE') return 'export';
  if (stateIs(state, 'releasable')) return 'approved';
  if (stateIs(state, 'editable')) return stateIs(state, 'needs-you') ? 'rejected' : 'preparing';
  if (stateIs(state, 'moving')) return 'waiting';
  return stateIs(state, 'at-rest') ? 'nothing' : 'preparing';
}

export type NextStep =
  | {kind: 'flow'; action: Action}
  | {kind: 'fix'; check: ReadinessCheck}
  | {kind: 'page'; title: string; url: string}
  | {kind: 'none'; why: string; title?: string};

interface Known {
  phased?: PhasedRelease;
  readiness?: Readiness;
}

/** The title of a step that the app cannot do. */
export const UNKNOWN = 'Next step';

export function nextStep(version: StoreVersion, {phased, readiness}: Known = {}): NextStep {
  const flow = (action: Action): NextStep => ({kind: 'flow', action});
  const none = (why: string, title?: string): NextStep => ({kind: 'none', why, title});
  const {state, build} = version;
  switch (needOfVersion(version, phased)) {
    case 'approved':
      return flow('release');
    case 'paused':
      return flow('resume-phased');
    case 'contract':
      return {kind: 'page', title: 'Accept the agreement', url: AGREEMENTS_PAGE};
    case 'export':
      return build && build.usesEncryption === undefined
        ? flow('encryption')
        : none('the questions on encryption are answered on the web page', UNKNOWN);
    case 'rejected':
    case 'preparing': {
      if (stateIs(state, 'submittable') && !stateIs(state, 'editable')) return flow('submit');
      if (!stateIs(state, 'editable')) return none('this state is new to this program', UNKNOWN);
      if (!readiness) return none('what is missing is not known yet', UNKNOWN);
      const first = readiness.checks.find(({status}) => status === 'error');
      return first ? {kind: 'fix', check: first} : flow('submit');
    }
    case 'waiting':
      return none(stateIs(state, 'in-review') ? 'review goes on by itself' : 'it goes on by itself');
    case 'nothing':
      return none(whyNothing(version, phased));
  }
}

function whyNothing({state, phasedRelease}: StoreVersion, phased = phasedRelease): string {
  if (!stateIs(state, 'live')) return 'it is not in the store any more';
  return phased?.state === 'ACTIVE' ? 'the roll-out goes on by itself' : 'it is on sale';
}
