import {stateError, unacceptable} from '../errors.ts';
import type {VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {holderOf, isFirst} from './lookups.ts';
import {isEditable} from './states.ts';

/** In these, only two of its texts can be changed. */
const BEFORE_REVIEW = ['READY_FOR_REVIEW', 'WAITING_FOR_REVIEW'];
const CHANGEABLE_BEFORE_REVIEW = ['whatsNew', 'promotionalText'];

/** Frozen from the moment it is added to a draft, editable again after a rejection. @throws Refusal 409 */
export function mustBeEditable(store: Store, version: VersionRecord): void {
  if (isEditable(version.state) && !isInDraft(store, version)) return;
  throw stateError(`A version in the state ${described(store, version)} can not be changed`);
}

/** @throws Refusal 409 unless it was never submitted */
export function mustBeDeletable(store: Store, version: VersionRecord): void {
  if (version.state === 'PREPARE_FOR_SUBMISSION' && !isInDraft(store, version)) return;
  throw stateError(`A version in the state ${described(store, version)} can not be deleted`);
}

/** @throws Refusal 409 for a text that cannot be changed now */
export function mustBeWritable(store: Store, version: VersionRecord, texts: readonly string[]): void {
  if (texts.includes('whatsNew') && isFirst(store, version)) throw notNow('whatsNew');
  if (isEditable(version.state) && !isInDraft(store, version)) return;
  const isEarly = isInDraft(store, version) || BEFORE_REVIEW.includes(version.state);
  const frozen = texts.find((text) => !isEarly || !CHANGEABLE_BEFORE_REVIEW.includes(text));
  if (frozen !== undefined) throw notNow(frozen);
}

const notNow = (attribute: string) => stateError(`Attribute '${attribute}' cannot be edited at this time`);

const described = (store: Store, version: VersionRecord): string =>
  isInDraft(store, version) ? `${version.state} that is part of a review submission` : version.state;

const isInDraft = (store: Store, version: VersionRecord): boolean =>
  holderOf(store, version)?.submission.state === 'READY_FOR_REVIEW';

/** The answer about encryption is given once. @throws Refusal 409 */
export function mustBeUnanswered(answer: boolean | undefined): void {
  if (answer === undefined) return;
  throw unacceptable('usesNonExemptEncryption', 'You cannot update when the value is already set.');
}
