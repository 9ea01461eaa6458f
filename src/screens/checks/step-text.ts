import type {NextStep, NextStepFacts} from '../../services/model/next-step.ts';
import {isRollingOut, PHASES} from '../../services/model/phased-release.ts';
import type {Release} from '../../services/model/release.ts';
import {LATER, type ReleaseStep, type StepId} from '../../services/model/release-steps.ts';
import type {SubmitCase} from '../../services/model/submission.ts';
import {lookup, plural} from '../../services/model/values.ts';
import type {Build, PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {localDateTime} from '../../services/text/local-time.ts';
import {stateMeaning} from '../facts/attributes.ts';
import {rejectionText, submittedText} from '../facts/notes-and-history.ts';
import {stateDisplay} from '../text/labels.ts';
import type {Sign} from '../text/lines.ts';

export interface StepFacts {
  release: Release | undefined;
  versions: readonly StoreVersion[];
  live?: StoreVersion;
  known: NextStepFacts;
  at: number;
}

export type RowStatus = 'done' | 'missing' | 'needs you' | 'to come' | 'under way' | 'note';

export interface StepRow {
  id: string;
  step?: StepId;
  name: string;
  status: RowStatus;
  sign?: Sign;
  text: string;
  brief?: string;
  phased?: PhasedRelease;
  opens: NextStep;
  isNext?: boolean;
}

interface StepText {
  name: string;
  /** Returns the parts of the row that differ from the default. A step without text has no row. */
  describe(step: ReleaseStep, release: Release, facts: StepFacts): Partial<StepRow>;
}

export const STEP_TEXTS: Readonly<Record<StepId, StepText>> = {
  version: {
    name: 'Version',
    describe: (_, {version}) => ({text: `${version.versionString ?? version.id}, ${stateName(version)}`}),
  },
  build: {
    name: 'Build',
    describe(step, release, facts) {
      const {version, newerBuild: {value: newer, error} = {}} = release;
      const of = (build: Build) => build.version ?? build.id;
      const text = version.build && of(version.build);
      if (newer) return {status: 'note', text: `${text} is attached, ${of(newer)} is newer`};
      if (error) return {status: 'note', text: `${text} is attached; could not check for a newer build`};
      return preparing(() => text)(step, release, facts);
    },
  },
  encryption: {
    name: 'Encryption',
    describe: preparing(({version}) => (version.build?.usesEncryption === undefined ? undefined : 'answered')),
  },
  'release-notes': {
    name: "What's New",
    describe: preparing(({notes}) => {
      const written = notes.value?.filter(({whatsNew}) => whatsNew).length;
      return written ? `in ${plural(written, 'locale')}` : undefined;
    }),
  },
  metadata: {
    name: 'Check',
    describe({status}) {
      if (status !== 'unknown') return {};
      const opens: NextStep = {kind: 'none', why: 'the check failed; r tries again'};
      return {id: 'check', status: 'missing', sign: {glyph: 'unknown'}, text: 'could not be read', opens};
    },
  },
  'phased-release': {name: 'Phased release', describe: () => ({})},
  submission: {name: 'Submission', describe: (step, release, facts) => ({text: submissionState(step, release, facts)})},
  review: {name: 'Review', describe: describeReview},
  release: {name: 'Release', describe: describeRelease},
  'roll-out': {name: 'Phased release', describe: describeRollOut},
};

export const stateName = ({state}: StoreVersion) => stateDisplay(state).name.toLowerCase();

function preparing(known: (release: Release) => string | undefined): StepText['describe'] {
  return ({status}, release) => ({
    text: status === 'open' ? 'once a build is attached' : status === 'done' ? known(release) : undefined,
  });
}

const STARTED: Readonly<Partial<Record<SubmitCase['kind'], string>>> = {
  'empty-draft': 'started earlier; reuses an empty draft',
  draft: 'started earlier; continues from its draft',
  rejected: 'resubmits the same submission',
};

function submissionState({status}: ReleaseStep, {version, review}: Release, {versions}: StepFacts): string {
  const {submission: {submittedDate, submittedBy} = {}, submitting} = review.value ?? {};
  if (status === 'done') {
    const parts = [localDateTime(submittedDate), submittedBy && `by ${submittedBy}`];
    return parts.filter(Boolean).join(' ') || 'submitted';
  }
  if (status === 'waiting') return 'being withdrawn; wait for that first';
  if (submitting?.kind !== 'blocked') {
    const unsent =
      version.state === 'DEVELOPER_REJECTED' ? 'withdrawn; it can be submitted again' : 'not submitted yet';
    return (submitting && STARTED[submitting.kind]) ?? unsent;
  }
  const other = versions.find(({id}) => id === submitting.otherId);
  return other ? `${other.versionString ?? other.id} is in the way: ${stateName(other)}` : `it ${submitting.words}`;
}

function describeReview({status}: ReleaseStep, {version, review}: Release, {at}: StepFacts): Partial<StepRow> {
  if (status === 'open') return {text: ''};
  if (status === 'done') return {text: 'passed'};
  const {glyph, tone, meaning} = stateDisplay(version.state);
  if (status === 'failed') return {text: rejectionText(version, review.value, at)};
  if (status !== 'waiting') return {text: meaning};
  return {sign: {glyph, tone}, text: stateName(version) + submittedText(review.value, at)};
}

const RELEASES: Readonly<Record<string, string>> = {
  MANUAL: 'by you, once approved',
  AFTER_APPROVAL: 'automatically, once approved',
};

function describeRelease({status, opens}: ReleaseStep, {version}: Release, {at}: StepFacts): Partial<StepRow> {
  if (status === 'done') return {text: 'on sale'};
  const {state, releaseType = '', earliestReleaseDate} = version;
  if (opens === LATER) {
    const isScheduled = releaseType === 'SCHEDULED';
    const date = isScheduled && `scheduled for ${localDateTime(earliestReleaseDate) ?? 'no date'}`;
    return {text: date || (lookup(RELEASES, releaseType) ?? '')};
  }
  const {glyph, tone} = stateDisplay(state);
  const meaning = stateMeaning(version, at);
  return status === 'blocked' ? {text: meaning} : {sign: {glyph, tone}, text: meaning};
}

function describeRollOut({status}: ReleaseStep, {version}: Release): Partial<StepRow> {
  const {phasedRelease: phased} = version;
  if (status === 'done') return {text: 'to everyone'};
  if (status === 'open' || !isRollingOut(phased)) {
    return {text: phased ? `over ${PHASES.length} days` : 'everyone at once'};
  }
  return {sign: {glyph: phased.state === 'PAUSED' ? 'blocked' : 'processing', tone: 'busy'}, text: '', phased};
}
