import type {NextStep} from '../../services/model/next-step.ts';
import {isRollingOut, PHASES} from '../../services/model/phased-release.ts';
import type {Release} from '../../services/model/release.ts';
import {LATER, type ReleaseStep, type StepId} from '../../services/model/release-steps.ts';
import type {SubmitCase} from '../../services/model/submit-case.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Sign} from '../checks/signs.ts';
import {rollOutLines} from '../facts/attributes.ts';
import {stateDisplay} from '../text/api-names.ts';
import {plural} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {rollOutText} from '../text/roll-out.ts';
import type {LocalTime} from '../text/time.ts';
import {elapsed} from '../text/time.ts';
import type {Glyphs} from '../theme.ts';

export interface StepFacts {
  /** Undefined where a version is still to be created. */
  release: Release | undefined;
  /** All of the app: one of them may be in the way. */
  versions: readonly StoreVersion[];
  /** On sale, where the next version is still to be created. */
  live?: StoreVersion;
  /** When it was read, in milliseconds since the epoch. */
  at: number;
  glyphs: Glyphs;
  time: LocalTime;
}

/** As it is read aloud. */
export type RowStatus = 'done' | 'missing' | 'needs you' | 'to come' | 'under way' | 'note';

/** What the screen says of a step; one without a text has no row. */
interface Said {
  id?: string;
  status?: RowStatus;
  sign?: Sign;
  text: LineContent | undefined;
  /** Read aloud instead of the text. */
  spoken?: string;
  opens?: NextStep;
}

interface StepText {
  name: string;
  say(step: ReleaseStep, release: Release, facts: StepFacts): Said;
}

export const STEP_TEXTS: Readonly<Record<StepId, StepText>> = {
  version: {
    name: 'Version',
    say: (_, {version}) => ({text: `${version.versionString ?? version.id}, ${stateName(version)}`}),
  },
  build: {name: 'Build', say: preparing(({version: {build}}) => build && (build.version ?? build.id))},
  encryption: {
    name: 'Encryption',
    say: preparing(({version}) => (version.build?.usesEncryption === undefined ? undefined : 'answered')),
  },
  'release-notes': {
    name: "What's New",
    say: preparing(({notes}) => {
      const written = notes.value?.filter(({whatsNew}) => whatsNew).length;
      return written ? `in ${plural(written, 'locale')}` : undefined;
    }),
  },
  metadata: {
    name: 'Check',
    say({status}) {
      if (status !== 'unknown') return {text: undefined};
      const opens: NextStep = {kind: 'none', why: 'what is missing could not be read: r reads it again'};
      return {id: 'check', status: 'missing', sign: {glyph: 'unknown'}, text: 'could not be read', opens};
    },
  },
  // Part of what the roll-out says.
  'phased-release': {name: 'Phased release', say: () => ({text: undefined})},
  submission: {name: 'Submission', say: (step, release, facts) => ({text: submissionState(step, release, facts)})},
  review: {name: 'Review', say: sayReview},
  release: {name: 'Release', say: sayRelease},
  'roll-out': {name: 'Roll-out', say: sayRollOut},
};

const stateName = ({state}: StoreVersion) => stateDisplay(state).name.toLowerCase();

/** @param known what is shown of it once nothing can be changed any more */
function preparing(known: (release: Release) => string | undefined): StepText['say'] {
  return ({status}, release) => ({
    text: status === 'open' ? 'once a build is attached' : status === 'done' ? known(release) : undefined,
  });
}

/** By what an earlier run has left. */
const STARTED: Readonly<Partial<Record<SubmitCase['kind'], string>>> = {
  'empty-draft': 'begun: goes on from the empty draft that is there',
  draft: 'begun: goes on from the draft that holds it',
  rejected: 'in the same submission again, once it is mended',
};

function submissionState({status}: ReleaseStep, {review}: Release, {versions, time}: StepFacts): string {
  const {submission: {submittedDate, submittedBy} = {}, submitting} = review.value ?? {};
  if (status === 'done') {
    const parts = [time.dateTime(submittedDate), submittedBy && `by ${submittedBy}`];
    return parts.filter(Boolean).join(' ') || 'submitted';
  }
  if (status === 'waiting') return 'being withdrawn: that has to end first';
  if (submitting?.kind !== 'blocked') return (submitting && STARTED[submitting.kind]) ?? 'not submitted yet';
  const other = versions.find(({id}) => id === submitting.otherId);
  return other ? `${other.versionString ?? other.id} is in the way: ${stateName(other)}` : `it ${submitting.words}`;
}

function sayReview({status}: ReleaseStep, {version, review}: Release, {at, time}: StepFacts): Said {
  if (status === 'open') return {text: ''};
  if (status === 'done') return {text: 'passed'};
  const {glyph, tone, meaning} = stateDisplay(version.state);
  if (status !== 'waiting') return {text: meaning};
  // The API dates when it was submitted, and no later change.
  const from = time.milliseconds(review.value?.submission?.submittedDate);
  const ago = from === undefined ? '' : elapsed(at - from);
  const since = ago && `, submitted ${ago === 'now' ? 'just now' : `${ago} ago`}`;
  return {sign: {glyph, tone}, text: stateName(version) + since};
}

function sayRelease({status, opens}: ReleaseStep, {version}: Release, {time}: StepFacts): Said {
  if (status === 'done') return {text: 'on sale'};
  const {state, releaseType, earliestReleaseDate} = version;
  if (opens !== LATER) {
    const {glyph, tone, meaning} = stateDisplay(state);
    return status === 'blocked' ? {text: meaning} : {sign: {glyph, tone}, text: meaning};
  }
  switch (releaseType) {
    case 'MANUAL':
      return {text: 'by you, once it is approved'};
    case 'AFTER_APPROVAL':
      return {text: 'by itself, once it is approved'};
    case 'SCHEDULED':
      return {text: `scheduled for ${time.dateTime(earliestReleaseDate) ?? 'no date'}`};
    default:
      return {text: ''};
  }
}

/** Wider than any line: the list cuts it. */
const WHOLE = 200;

function sayRollOut({status}: ReleaseStep, {version}: Release, {glyphs, time}: StepFacts): Said {
  const {phasedRelease: phased} = version;
  if (status === 'open') return {text: phased ? `over ${PHASES.length} days` : 'to everyone at once'};
  if (!isRollingOut(phased)) return {text: 'to everyone'};
  const [line = ''] = rollOutLines(phased, {glyphs, time, width: WHOLE, screenReader: false});
  const sign: Sign = {glyph: phased.state === 'PAUSED' ? 'blocked' : 'processing', tone: 'busy'};
  return {sign, text: line, spoken: rollOutText(phased)};
}
