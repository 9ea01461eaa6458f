import {nextStep} from '../../services/model/next-step.ts';
import {isRollingOut, PHASES} from '../../services/model/phased-release.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {rollOutLines} from '../facts/attributes.ts';
import {rollOutText} from '../text/roll-out.ts';
import {stateWords} from '../text/words.ts';
import {type RoadFacts, stageOf} from './facts.ts';
import {done, later, type Step, signOfState} from './step.ts';

/** The release, the roll-out, and the version after it. */
export function releaseSteps(facts: RoadFacts): Step[] {
  const {version} = facts.release;
  switch (stageOf(version)) {
    case 'approved':
      return [underRelease(version), plannedRollOut(version)];
    case 'on sale':
      return [
        done('release', 'Release', 'on sale'),
        rollOut(facts),
        {...later('next', 'Next version'), opens: {kind: 'flow', action: 'create'}},
      ];
    default:
      return [later('release', 'Release', releaseWords(facts)), plannedRollOut(version)];
  }
}

function releaseWords({release: {version}, time}: RoadFacts): string {
  switch (version.releaseType) {
    case 'MANUAL':
      return 'by you, once it is approved';
    case 'AFTER_APPROVAL':
      return 'by itself, once it is approved';
    case 'SCHEDULED':
      return `scheduled for ${time.dateTime(version.earliestReleaseDate) ?? 'no date'}`;
    default:
      return '';
  }
}

function underRelease(version: StoreVersion): Step {
  const {meaning} = stateWords(version.state);
  const opens = nextStep(version);
  const step = {id: 'release', name: 'Release', words: meaning, opens};
  if (opens.kind === 'page') return {...step, status: 'needs you'};
  const sign = signOfState(version.state);
  return {...step, sign, status: opens.kind === 'flow' ? 'to come' : 'under way'};
}

function plannedRollOut({phasedRelease}: StoreVersion): Step {
  return later('roll-out', 'Roll-out', phasedRelease ? `over ${PHASES.length} days` : 'to everyone at once');
}

/** Wider than any line: the list cuts it. */
const WHOLE = 200;

function rollOut({release: {version}, glyphs, time}: RoadFacts): Step {
  const {phasedRelease: phased} = version;
  if (!isRollingOut(phased)) return done('roll-out', 'Roll-out', 'to everyone');
  const [line = ''] = rollOutLines(phased, {glyphs, time, width: WHOLE, screenReader: false});
  const step = {id: 'roll-out', name: 'Roll-out', words: line, spoken: rollOutText(phased), opens: nextStep(version)};
  return phased.state === 'PAUSED'
    ? {...step, status: 'needs you', sign: {glyph: 'blocked', tone: 'busy'}}
    : {...step, status: 'under way', sign: {glyph: 'processing', tone: 'busy'}};
}
