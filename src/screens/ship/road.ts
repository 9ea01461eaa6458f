import {nextStep} from '../../services/model/next-step.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {stateWords} from '../text/words.ts';
import {type RoadFacts, stageOf} from './facts.ts';
import {preparingSteps} from './preparing-steps.ts';
import {releaseSteps} from './release-steps.ts';
import {reviewSteps} from './review-steps.ts';
import {done, later, type Step} from './step.ts';

/** The road of a version, as far as it is known. The first open step is where the next step of the version leads. */
export function roadOf(facts: RoadFacts): Step[] {
  const {version} = facts.release;
  const {versionString, id, state} = version;
  const {name} = stateWords(state);
  const first = done('version', 'Version', `${versionString ?? id}, ${name.toLowerCase()}`);
  if (stageOf(version) === 'unknown') return [{...first, status: 'note', opens: nextStep(version)}];
  return [first, ...preparingSteps(facts), ...reviewSteps(facts), ...releaseSteps(facts)];
}

/** The road that begins with creating a version. @param live what is on sale */
export function newRoad(live: StoreVersion | undefined): Step[] {
  const words = live ? `none in flight: ${live.versionString ?? live.id} is on sale` : 'none in flight';
  return [
    {id: 'version', name: 'Version', status: 'missing', words, opens: {kind: 'flow', action: 'create'}},
    ...['Build', 'Encryption', "What's New", 'Submission', 'Review', 'Release', 'Roll-out'].map((name) =>
      later(name, name),
    ),
  ];
}
