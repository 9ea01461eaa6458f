import {cleanText} from '../model/clean.ts';
import type {Remedy} from '../model/error.ts';
import {isLater, isRejected, type NextStep} from '../model/next-step.ts';
import {PHASES, phasedProgress} from '../model/phased-release.ts';
import {releaseHold} from '../model/release-date.ts';
import {stateIs} from '../model/version.ts';
import {appPage} from '../model/web-pages.ts';
import {PREPARATION_RULES} from './preparation-rules.ts';
import {type Situation, withVersion} from './situation.ts';
import {blocked, done, failed, later, open, type Rules, seeHistory, waiting} from './standing.ts';

export const REVIEW_RULES: Rules<'submission' | 'review' | 'release' | 'roll-out'> = {
  submission: (situation) => {
    const {order, shipment, release, steps, progress} = situation;
    if (!release) return later('submit it for review');
    const {version, review} = release;
    const {status, opens} = steps.submission;
    if (status === 'done') return done('submitted');
    if (progress.passed.has('submission')) {
      if (stateIs(version.state, 'needs-you')) return done('submitted');
      const words = `it was submitted, and is in ${version.state} again: someone has withdrawn it`;
      return blocked(shipment, words, [seeHistory(version)]);
    }
    if (review.error) return failed(review.error);
    if (status === 'blocked') {
      const {submitting} = review.value ?? {};
      const words = submitting?.kind === 'blocked' ? submitting.words : 'cannot be submitted now';
      const {command, hint} = opens.kind === 'fix' ? opens.check : {};
      return blocked(shipment, `it ${words}`, command || hint ? [{words: 'To make room', command, hint}] : []);
    }
    const isWithdrawn = version.state === 'DEVELOPER_REJECTED';
    if ((isRejected(version.state) || isWithdrawn) && !order.resubmit && !hasChanged(situation)) {
      return blocked(shipment, `it is in ${version.state}, and nothing has changed since`, [
        isWithdrawn ? seeHistory(version) : readWhy(situation),
        {
          words: 'Change its build or texts, or submit it as it is',
          hint: '--build latest, other --notes, or --resubmit',
        },
      ]);
    }
    return open('submit it for review', async (store, signal) => {
      const named = {id: version.id, appId: shipment.app.id, platform: shipment.platform};
      const {state, note} = await store.submitVersion(named, signal);
      const isKnown = stateIs(state, 'in-review') || stateIs(state, 'approved');
      const now = isKnown ? withVersion(situation, {...version, state}, situation.now) : undefined;
      return {note, situation: now};
    });
  },

  review: (situation) => {
    const {shipment, release, steps, progress} = situation;
    const {status, opens} = steps.review;
    const state = cleanText(release?.version.state ?? '');
    if (status === 'done') return done('passed');
    if (status === 'waiting') return waiting(state);
    if (status === 'blocked') {
      return progress.passed.has('encryption')
        ? waiting(`${state}: processing the answer`)
        : blocked(shipment, `it is in ${state}`, remediesOf(opens));
    }
    if (!progress.passed.has('submission')) return later('after the submission');
    if (status !== 'failed') return waiting(state);
    return {...blocked(shipment, `review has rejected it: ${state}`, [readWhy(situation)]), status: 'failed'};
  },

  release: (situation) => {
    const {shipment, release, steps, progress, isPlanned, now} = situation;
    const {state, releaseType, id = ''} = release?.version ?? {};
    const {status, opens} = steps.release;
    if (status === 'done') return done('on sale');
    if (status === 'blocked') return blocked(shipment, `it is in ${state}`, remediesOf(opens));
    const hold = release && releaseHold(release.version, now);
    if (hold && !progress.passed.has('release')) {
      if (hold.date !== undefined) return waiting(hold.words);
      const command = {command: ['versions', 'release'], flags: {'version-id': id, confirm: true}};
      return blocked(shipment, `it is ${hold.words}`, [{words: 'To release it now', command}]);
    }
    if (status === 'waiting' || progress.passed.has('release')) return waiting(cleanText(state ?? ''));
    if (opens.kind !== 'flow') {
      return later(releaseType === 'MANUAL' ? 'by this command, once it is approved' : 'once it is approved');
    }
    return open('release it', async (store, signal) => {
      const {note} = await store.releaseVersion(id, {isEarly: isPlanned ?? false}, signal);
      return {note, situation};
    });
  },

  'roll-out': ({shipment, release, steps}) => {
    const {phasedRelease, id = ''} = release?.version ?? {};
    const {status} = steps['roll-out'];
    if (status === 'done') return done('to everyone');
    if (status === 'blocked') {
      const command = {command: ['phased-release', 'resume'], flags: {'version-id': id}};
      return blocked(shipment, 'its roll-out is paused', [{words: 'Resume it', command}]);
    }
    if (status !== 'waiting' || !phasedRelease) return later(phasedRelease ? 'over seven days' : 'to everyone at once');
    const {day, percent} = phasedProgress(phasedRelease);
    const reach = percent === null ? '' : `, ${percent} %`;
    return waiting(day === null ? 'not started' : `day ${day} of ${PHASES.length}${reach}`);
  },
};

function hasChanged(situation: Situation): boolean {
  const {release, progress} = situation;
  const isOfThisRun = (['version', 'build', 'release-notes'] as const).some((id) => {
    const {status, act} = PREPARATION_RULES[id](situation);
    return progress.passed.has(id) || status === 'waiting' || (status === 'open' && act);
  });
  return isOfThisRun || isLater(release?.version.build?.uploadedDate, release?.review.value?.submission?.submittedDate);
}

function readWhy({shipment}: Situation): Remedy {
  return {words: 'Read why', hint: appPage(shipment.app.id)};
}

function remediesOf(step: NextStep): Remedy[] {
  if (step.kind === 'page') return [{words: step.title, hint: step.url}];
  if (step.kind === 'none') return [{words: step.why}];
  return [];
}
