import {cleanText} from './clean.ts';
import type {Finding, Verdict} from './outcome.ts';
import {CHANGEABLE, type PhasedChange} from './phased-release.ts';
import {noteText, type ReleaseNote} from './release-notes.ts';
import {
  CANCELING,
  DRAFT,
  isEmpty,
  itemsIn,
  REJECTED,
  type Submission,
  type SubmissionItem,
  UNDER_REVIEW,
} from './submission.ts';
import {
  type Attributes,
  GIVEN_ATTRIBUTES,
  type PhasedRelease,
  type StoreVersion,
  stateIs,
  VERSION_STATES,
} from './version.ts';

/**
 * Decides whether a write whose answer was lost was carried out: only if the current state can result from it and has
 * the attributes given. Times are not compared: they are the service's.
 */

/** As long as no reading tells. */
export const UNDECIDED = 'the service may or may not have carried it out';

const shown = (state: string | undefined) => cleanText(state ?? 'no known state');

const isKnown = (state: string | undefined) => VERSION_STATES.some((name) => name === state);

/** Which of the given attributes a version lacks. Dates compare as instants; an absent text equals an empty one. */
export function differentAttributes(version: Attributes, given: Attributes): (keyof Attributes)[] {
  const instant = (date: string | undefined) => Date.parse(date ?? '');
  // Every one that was sent counts, listed above or not.
  const names = (Object.keys(given) as (keyof Attributes)[]).filter((name) => given[name] !== undefined);
  return names.filter((name) =>
    name === 'earliestReleaseDate'
      ? instant(version[name]) !== instant(given[name])
      : (version[name] ?? '') !== (given[name] ?? ''),
  );
}

/** Their names in a sentence: `copyright, release type`. */
export function attributeNames(names: readonly (keyof Attributes)[]): string {
  return names.map((name) => GIVEN_ATTRIBUTES[name] ?? name).join(', ');
}

const differences = (version: Attributes, given: Attributes) => attributeNames(differentAttributes(version, given));

export function judgeCreated(version: StoreVersion | undefined, given: Attributes, name: string): Finding {
  if (!version) return {verdict: 'not-done', found: `there is no ${name}`};
  const {state} = version;
  const label = `${name} (${cleanText(version.id)})`;
  if (state !== 'PREPARE_FOR_SUBMISSION') {
    return {
      verdict: isKnown(state) ? 'someone-else' : 'unknown',
      found: `${label} already existed, in ${shown(state)}`,
    };
  }
  const other = differences(version, given);
  if (other === '') return {verdict: 'done', found: `there is a ${name}`};
  return {verdict: 'someone-else', found: `${label} exists, but with a different ${other}`};
}

/** An update leaves the state unchanged: only attributes count. */
export function judgeUpdated(version: StoreVersion, given: Attributes): Finding {
  const old = differences(version, given);
  if (old === '') return {verdict: 'done', found: 'it has all of the changes'};
  return {verdict: 'not-done', found: `it still has its old ${old}`};
}

export function judgeDeleted(version: Pick<StoreVersion, 'state'> | undefined): Finding {
  if (!version) return {verdict: 'done', found: 'the version is gone'};
  const {state} = version;
  const found = `the version is still there, in ${shown(state)}`;
  return {verdict: stateIs(state, 'deletable') || !isKnown(state) ? 'not-done' : 'someone-else', found};
}

export function judgeAttached(attached: string | undefined, wanted: string): Finding {
  const found = attached === undefined ? 'no build is attached' : `build ${cleanText(attached)} is attached`;
  return {verdict: attached === wanted ? 'done' : 'not-done', found};
}

export function judgeReleased(state: string | undefined): Finding {
  if (stateIs(state, 'releasable')) return {verdict: 'not-done', found: `the version is still in ${state}`};
  const moved = `the version has moved to ${shown(state)}`;
  if (stateIs(state, 'approved') || stateIs(state, 'released')) {
    return {verdict: 'done', found: `${moved}: it was released`};
  }
  const isOther = stateIs(state, 'submittable') || stateIs(state, 'in-review');
  return {verdict: isOther ? 'someone-else' : 'unknown', found: `${moved}, which is not a release`};
}

export function judgeApprovalWithdrawn(state: string | undefined): Finding {
  const found = `the version is in ${shown(state)}`;
  if (state === 'DEVELOPER_REJECTED') return {verdict: 'done', found};
  if (stateIs(state, 'releasable')) return {verdict: 'not-done', found};
  return {verdict: isKnown(state) ? 'someone-else' : 'unknown', found};
}

export function judgeDraftCreated(drafts: readonly Submission[], versionId: string): Finding & {draft?: Submission} {
  const open = drafts.filter(({state}) => state === DRAFT);
  // Whoever created it: any empty draft will do.
  const draft = open.find((one) => isEmpty(one, versionId));
  if (draft) return {verdict: 'done', found: 'there is an empty draft', draft};
  const found = open.length === 0 ? 'there is no draft' : 'there is no empty draft';
  const verdict = open.length === 0 ? 'not-done' : open.some(({isPartial}) => isPartial) ? 'unknown' : 'someone-else';
  return {verdict, found};
}

export function judgeItemAdded(items: readonly SubmissionItem[], versionId: string): Finding & {item?: SubmissionItem} {
  const present = itemsIn({items});
  const item = present.find((one) => one.versionId === versionId);
  if (!item) {
    const isVague = present.some(({kind}) => kind === undefined);
    const found = present.length === 0 ? 'the draft is empty' : 'the draft holds other items';
    return {verdict: isVague ? 'unknown' : present.length === 0 ? 'not-done' : 'someone-else', found};
  }
  if (present.length > 1) return {verdict: 'someone-else', found: 'the draft holds the version and other items'};
  if (item.state === undefined || item.state === DRAFT) {
    return {verdict: 'done', found: 'the draft holds the version', item};
  }
  const verdict = ITEM_STATES.has(item.state) ? 'someone-else' : 'unknown';
  return {verdict, found: `the version is in the submission, in ${shown(item.state)}`};
}

const ITEM_STATES: ReadonlySet<string> = new Set(['ACCEPTED', 'APPROVED', 'REJECTED']);

export function judgeItemRemoved(items: readonly SubmissionItem[], itemId: string): Finding {
  const item = itemsIn({items}).find(({id}) => id === itemId);
  if (!item) return {verdict: 'done', found: 'the draft does not hold the version'};
  const {state = DRAFT} = item;
  if (state === DRAFT) return {verdict: 'not-done', found: 'the draft still holds the version'};
  const verdict = ITEM_STATES.has(state) ? 'someone-else' : 'unknown';
  return {verdict, found: `the version is still in the submission, in ${shown(state)}`};
}

export function judgeItemResolved(state: string | undefined): Finding {
  const verdicts: Readonly<Record<string, Verdict>> = {
    READY_FOR_REVIEW: 'done',
    ACCEPTED: 'done',
    REJECTED: 'not-done',
    APPROVED: 'someone-else',
    REMOVED: 'someone-else',
  };
  return {verdict: verdicts[state ?? ''] ?? 'unknown', found: `the item is in ${shown(state)}`};
}

export function judgeSubmitted(state: string | undefined, before: string): Finding {
  const found = `the review submission is in ${shown(state)}`;
  if (UNDER_REVIEW.includes(state ?? '') || state === 'COMPLETING') return {verdict: 'done', found};
  if (state === before) return {verdict: 'not-done', found};
  return {verdict: state === CANCELING || state === DRAFT ? 'someone-else' : 'unknown', found};
}

/** An approval also ends it; the caller reads the version's state to tell. */
export function judgeCanceled(state: string | undefined): Finding {
  const found = `the review submission is in ${shown(state)}`;
  if (state === CANCELING || state === 'COMPLETE') return {verdict: 'done', found};
  if (UNDER_REVIEW.includes(state ?? '') || state === REJECTED) return {verdict: 'not-done', found};
  return {verdict: state === 'COMPLETING' || state === DRAFT ? 'someone-else' : 'unknown', found};
}

export function judgeNotes(text: string | undefined, {locale, whatsNew}: ReleaseNote, wanted: string): Finding {
  const [now, old] = [text, whatsNew].map((one) => noteText(one ?? ''));
  const notes = `the release notes of ${cleanText(locale)}`;
  if (now === wanted) return {verdict: 'done', found: `${notes} have the new text`};
  if (now === old) return {verdict: 'not-done', found: `${notes} still have the old text`};
  return {verdict: 'someone-else', found: `${notes} have neither the old text nor the new one`};
}

export function judgePhased(
  phased: PhasedRelease | undefined,
  change: 'enable' | 'disable' | PhasedChange,
  before?: PhasedRelease,
): Finding {
  const {state} = phased ?? {};
  const found = phased ? `the phased release is ${cleanText(state ?? 'there')}` : 'there is no phased release';
  const isOther = phased !== undefined && before !== undefined && phased.id !== before.id;
  if (isOther) return {verdict: 'someone-else', found: `${found}, but not the one from before`};
  const now = phased ? (state ?? '') : 'NONE';
  const {to, from} = PHASED[change];
  if (to.includes(now)) return {verdict: 'done', found};
  if (from.includes(now)) return {verdict: 'not-done', found};
  return {verdict: PHASED_STATES.includes(now) ? 'someone-else' : 'unknown', found};
}

const PHASED_STATES: readonly string[] = ['NONE', 'INACTIVE', 'ACTIVE', 'PAUSED', 'COMPLETE'];

/** The states each change can result in, and start from. A release activates an inactive one. */
const PHASED: Readonly<Record<'enable' | 'disable' | PhasedChange, {to: readonly string[]; from: readonly string[]}>> =
  {
    enable: {to: ['INACTIVE', 'ACTIVE'], from: ['NONE']},
    disable: {to: ['NONE'], from: ['INACTIVE']},
    pause: {to: ['PAUSED'], from: CHANGEABLE.pause},
    resume: {to: ['ACTIVE'], from: CHANGEABLE.resume},
    complete: {to: ['COMPLETE'], from: CHANGEABLE.complete},
  };

export function judgeEncryption(answer: boolean | undefined, wanted: boolean): Finding {
  if (answer === undefined) return {verdict: 'not-done', found: 'the encryption question is not answered'};
  if (answer === wanted) return {verdict: 'done', found: 'the encryption question is answered'};
  return {verdict: 'someone-else', found: 'the answer is the opposite'};
}
