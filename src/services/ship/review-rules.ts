import {cleanText} from '../model/clean.ts';
import type {Remedy} from '../model/error.ts';
import type {NextStep} from '../model/next-step.ts';
import {PHASES, phasedProgress} from '../model/phased-release.ts';
import {stateIs} from '../model/states.ts';
import type {StoreVersion} from '../model/version.ts';
import {appPage} from '../model/web-pages.ts';
import {PREPARATION} from './preparation-rules.ts';
import type {Situation} from './situation.ts';
import {blocked, done, failed, later, open, type Rules, type StepVerdict} from './verdict.ts';

/** The steps from the submission to the last day of the roll-out. */
export const AFTERWARDS: Rules<'submission' | 'review' | 'release' | 'roll-out'> = {
  submission: (situation) => {
    const {target, release, steps, progress, isReached} = situation;
    if (!release) return firstSubmission(situation);
    const {version, review} = release;
    const step = steps.get('submission');
    if (step?.status === 'done' || isReached) return done('submitted');
    if (progress.did.has('submission')) {
      if (stateIs(version.state, 'needs-you')) return done('submitted');
      const words = `it was submitted, and is in ${version.state} again: someone has withdrawn it`;
      return blocked(target, words, [seeHistory(version)]);
    }
    if (review.error) return failed(review.error);
    if (step?.status === 'blocked') {
      const {submitting} = review.value ?? {};
      const words = submitting?.kind === 'blocked' ? submitting.words : 'cannot be submitted now';
      const {command, hint} = step.opens.kind === 'fix' ? step.opens.check : {};
      return blocked(target, `it ${words}`, command || hint ? [{words: 'To make room', command, hint}] : []);
    }
    if (stateIs(version.state, 'needs-you') && !situation.order.resubmit && !hasChanged(situation)) {
      return blocked(target, `it is in ${version.state}, and nothing has changed since`, [
        readWhy(situation),
        {
          words: 'Change its build or texts, or submit it as it is',
          hint: '--build latest, --notes TEXT, or --resubmit',
        },
      ]);
    }
    return open('submit it for review', async (store, signal) => {
      const {note} = await store.submitVersion(version.id, signal);
      return {note};
    });
  },

  review: (situation) => {
    const {target, release, steps, progress} = situation;
    const state = release?.version.state;
    const step = steps.get('review');
    if (step?.status === 'done' || situation.isReached) return done('passed');
    switch (step?.status) {
      case 'waiting':
        return {status: 'waiting', detail: cleanText(state ?? '')};
      case 'blocked':
        return progress.did.has('encryption')
          ? {status: 'waiting', detail: `${state}: the answer is being taken in`}
          : blocked(target, `it is in ${state}`, remediesOf(step.opens));
      case 'failed':
        if (!progress.did.has('submission')) return later('after the submission');
        return {
          ...blocked(target, `review has rejected it: ${state}`, [readWhy(situation)]),
          status: 'failed',
        };
      default:
        return progress.did.has('submission')
          ? {status: 'waiting', detail: cleanText(state ?? '')}
          : later('after the submission');
    }
  },

  release: (situation) => {
    const {target, release, steps, progress, isReached} = situation;
    const {state, releaseType, id = ''} = release?.version ?? {};
    const step = steps.get('release');
    if (step?.status === 'done' || isReached) return done('on sale');
    if (step?.status === 'blocked') return blocked(target, `it is in ${state}`, remediesOf(step.opens));
    const isUnderWay = step?.status === 'waiting' || progress.did.has('release');
    if (isUnderWay) return {status: 'waiting', detail: cleanText(state ?? '')};
    if (!stateIs(state, 'releasable')) {
      return later(releaseType === 'MANUAL' ? 'by this command, once it is approved' : 'once it is approved');
    }
    return open('release it', async (store, signal) => {
      const {note} = await store.releaseVersion(id, signal);
      return {note};
    });
  },

  'roll-out': (situation) => {
    const {target, release, isReached} = situation;
    const {state, phasedRelease, id = ''} = release?.version ?? {};
    if (isReached) return done('to everyone');
    if (!release || !stateIs(state, 'live')) return later(phasedRelease ? 'over seven days' : 'to everyone at once');
    if (!phasedRelease) return done('to everyone');
    if (phasedRelease.state === 'PAUSED') {
      const flags = {'version-id': id};
      return blocked(target, 'its roll-out is paused', [
        {words: 'Resume it', command: {command: ['phased-release', 'resume'], flags}},
      ]);
    }
    const {day, percent} = phasedProgress(phasedRelease);
    const reach = percent === null ? '' : `, ${percent} %`;
    return {status: 'waiting', detail: day === null ? 'not started' : `day ${day} of ${PHASES.length}${reach}`};
  },
};

/** Before the version exists: another one may be under review. */
function firstSubmission({target}: Situation): StepVerdict {
  const other = target.others.find(({state}) => stateIs(state, 'in-review'));
  if (!other) return later('submit it for review');
  const words = `version ${cleanText(other.versionString ?? other.id)} of the same platform is in ${other.state}`;
  const flags = {'version-id': other.id, confirm: true};
  return blocked(target, words, [
    {words: 'Wait until it is over, or withdraw it', command: {command: ['versions', 'withdraw'], flags}},
  ]);
}

/** A change of this run, done or about to be done, or a build that was uploaded after the last submission. */
function hasChanged(situation: Situation): boolean {
  const {release, progress} = situation;
  const steps = ['version', 'build', 'release-notes'] as const;
  const isDone = steps.some((id) => progress.did.has(id));
  if (isDone || steps.some((id) => ['open', 'waiting'].includes(acting(PREPARATION[id](situation))))) return true;
  const uploaded = Date.parse(release?.version.build?.uploadedDate ?? '');
  const submitted = Date.parse(release?.review.value?.submission?.submittedDate ?? '');
  return uploaded > submitted;
}

const acting = ({status, act}: StepVerdict) => (status === 'open' && !act ? 'later' : status);

function seeHistory({id}: StoreVersion): Remedy {
  return {words: 'See what happened', command: {command: ['versions', 'history'], flags: {'version-id': id}}};
}

/** Only the web page shows what review found. */
function readWhy({target}: Situation): Remedy {
  return {words: 'Read why', hint: appPage(target.app.id)};
}

function remediesOf(step: NextStep): Remedy[] {
  if (step.kind === 'page') return [{words: step.title, hint: step.url}];
  if (step.kind === 'none') return [{words: step.why}];
  return [];
}
