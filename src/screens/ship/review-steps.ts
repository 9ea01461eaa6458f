import {type NextStep, nextStep} from '../../services/model/next-step.ts';
import {stateIs} from '../../services/model/states.ts';
import type {SubmitCase} from '../../services/model/submit-case.ts';
import {appPage} from '../../services/model/web-pages.ts';
import {elapsed} from '../text/time.ts';
import {stateWords} from '../text/words.ts';
import {type RoadFacts, stageOf} from './facts.ts';
import {done, later, nothing, type Step, signOfState} from './step.ts';

/** Handing the version to review, and what becomes of it there. */
export function reviewSteps(facts: RoadFacts): Step[] {
  const {version} = facts.release;
  const {name, meaning} = stateWords(version.state);
  const opens = nextStep(version);
  switch (stageOf(version)) {
    case 'preparing':
      return [submission(facts), stateIs(version.state, 'needs-you') ? rejected(facts) : later('review', 'Review')];
    case 'in review': {
      const isStopped = version.state === 'WAITING_FOR_EXPORT_COMPLIANCE';
      const status = isStopped ? 'needs you' : 'under way';
      const sign = isStopped ? undefined : signOfState(version.state);
      const words = isStopped ? meaning : `${name.toLowerCase()}${since(facts)}`;
      return [submitted(facts), {id: 'review', name: 'Review', status, sign, words, opens}];
    }
    default:
      return [submitted(facts), done('review', 'Review', 'passed')];
  }
}

const SUBMIT: NextStep = {kind: 'flow', action: 'submit'};

/** By how far an earlier run has come. */
const BEGUN: Readonly<Partial<Record<SubmitCase['kind'], string>>> = {
  'empty-draft': 'begun: goes on from the empty draft that is there',
  draft: 'begun: goes on from the draft that holds it',
  rejected: 'in the same submission again, once it is mended',
};

function submission({release, versions}: RoadFacts): Step {
  const {readiness, review} = release;
  const step = (status: Step['status'], words: string, opens = SUBMIT): Step => ({
    id: 'submission',
    name: 'Submission',
    status,
    words,
    opens,
  });
  const found = review.value?.submitting;
  if (found?.kind === 'canceling') {
    return step('under way', 'being withdrawn: that has to end first', nothing('it is being withdrawn'));
  }
  if (found?.kind === 'blocked') {
    const check = readiness?.value?.checks.find(({id, status}) => id === 'submission' && status === 'error');
    const other = versions.find(({id}) => id === found.otherId);
    const words = other
      ? `${other.versionString ?? other.id} is in the way: ${stateWords(other.state).name.toLowerCase()}`
      : `it ${found.words}`;
    return step('needs you', words, check ? {kind: 'mend', check} : SUBMIT);
  }
  return step('to come', (found && BEGUN[found.kind]) ?? 'not submitted yet');
}

/** What review found, it says on the web only. */
function rejected({release: {version, app}}: RoadFacts): Step {
  const {meaning} = stateWords(version.state);
  const appId = app?.id ?? version.appId;
  return {
    id: 'review',
    name: 'Review',
    status: 'needs you',
    words: meaning,
    opens: appId ? {kind: 'page', title: 'web page', url: appPage(appId)} : nothing('see the web page of the app'),
  };
}

function submitted({release, time}: RoadFacts): Step {
  const {submittedDate, submittedBy} = release.review.value?.submission ?? {};
  const words = [time.dateTime(submittedDate), submittedBy && `by ${submittedBy}`].filter(Boolean).join(' ');
  return done('submission', 'Submission', words === '' ? 'submitted' : words);
}

/** The API dates when it was submitted, and no later change. */
function since({release, at, time}: RoadFacts): string {
  const from = time.milliseconds(release.review.value?.submission?.submittedDate);
  if (from === undefined) return '';
  const words = elapsed(at - from);
  return words === 'now' ? ', submitted just now' : `, submitted ${words} ago`;
}
