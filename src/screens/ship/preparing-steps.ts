import type {CheckId, Readiness} from '../../services/model/readiness.ts';
import type {Release} from '../../services/model/release.ts';
import {stateIs} from '../../services/model/states.ts';
import {CHECK_NAMES} from '../checks/check-names.ts';
import {plural} from '../text/labels.ts';
import type {RoadFacts} from './facts.ts';
import {checkName, checkSteps, done, later, nothing, type Step} from './step.ts';

/** The steps up to the submission: what the check says while it can still be changed, then what it went with. */
export function preparingSteps({release}: RoadFacts): Step[] {
  const {version, readiness} = release;
  if (!stateIs(version.state, 'editable')) return settledSteps(release);
  if (readiness?.value) return checkedSteps(readiness.value);
  const opens = nothing('what is missing could not be read: r reads it again');
  return [{id: 'check', name: 'Check', status: 'missing', sign: {glyph: 'unknown'}, words: 'could not be read', opens}];
}

/** These are always named, the others where something is missing. */
const ALWAYS: readonly CheckId[] = ['build', 'encryption', 'whats-new'];

function checkedSteps({checks}: Readiness): Step[] {
  const named = (id: CheckId) => {
    const steps = checkSteps(checks.filter((check) => check.id === id));
    return steps.length > 0 ? steps : [later(id, checkName(id), 'once a build is attached')];
  };
  const others = checks.filter(({id}) => !ALWAYS.includes(id) && id !== 'submission');
  const inState = (status: string) => others.filter((check) => check.status === status);
  const there = inState('ok').filter(({id}) => id !== 'release-date');
  return [
    ...ALWAYS.flatMap(named),
    ...checkSteps(inState('error')),
    ...(there.length > 0 ? [done('metadata', 'Metadata', there.map(({id}) => CHECK_NAMES[id]).join(', '))] : []),
    ...checkSteps([...inState('warning'), ...inState('unknown')]),
  ];
}

function settledSteps({version: {build}, notes}: Release): Step[] {
  const written = notes.value?.filter(({whatsNew}) => whatsNew).length;
  return [
    ...(build ? [done('build', 'Build', build.version ?? build.id)] : []),
    ...(build?.usesEncryption === undefined ? [] : [done('encryption', 'Encryption', 'answered')]),
    ...(written ? [done('whats-new', "What's New", `in ${plural(written, 'locale')}`)] : []),
  ];
}
