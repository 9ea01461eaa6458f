import {givenAttributes, updateVersion} from '../../app/commands/versions/edit.ts';
import type {RunWrite} from '../../app/session/session.ts';
import type {Action} from '../../services/model/actions.ts';
import type {NotesResult} from '../../services/model/release-notes.ts';
import {lookup} from '../../services/model/values.ts';
import type {Submitted} from '../../services/store/submit.ts';
import type {Preset} from '../context/router.ts';

/** What undoes a write: the action that does, begun with what was there before. */
export type Inverse = {action: Action; preset?: Preset; why?: undefined} | {action?: undefined; why: string};

const INVERSES: Readonly<Record<string, Inverse | ((write: RunWrite) => Inverse)>> = {
  'versions submit': ({result}) => {
    const {submissionId, byOthers} = (result as Partial<Submitted> | undefined) ?? {};
    if (byOthers) return {why: 'someone else has submitted it'};
    return submissionId ? {action: 'withdraw', preset: {submissionId}} : {why: 'its submission is unknown'};
  },
  'versions create': ({result}) =>
    (result as {existed?: boolean} | undefined)?.existed ? {why: 'the version already existed'} : {action: 'delete'},
  'versions update': fieldsBefore,
  'release-notes set': notesBefore,
  'versions attach-build': buildBefore,
  'versions release': {why: 'a release is final'},
  'versions delete': {why: 'a deleted version cannot be restored'},
  'versions withdraw': {why: 'once resubmitted, the version goes back to the end of the queue'},
  'versions check': {why: 'asking the store left nothing to undo'},
  'phased-release enable': {action: 'disable-phased'},
  'phased-release disable': {action: 'enable-phased'},
  'phased-release pause': {action: 'resume-phased'},
  'phased-release resume': {action: 'pause-phased'},
  'phased-release complete': {why: 'a completed roll-out has reached everyone'},
  'builds update': {why: 'the encryption question can be answered only once'},
};

/** @param now the profile and the store in use */
export function inverseOf(write: RunWrite, now: Pick<RunWrite, 'profile' | 'target'>): Inverse {
  const {action, outcome, profile, target, versionId} = write;
  if (outcome === 'refused' || outcome === 'not-sent') return {why: 'it changed nothing'};
  // Whether all of it was carried out is what its inverse finds out.
  const found = lookup(INVERSES, action) ?? {why: 'no action undoes it'};
  const inverse = typeof found === 'function' ? found(write) : found;
  if (inverse.why !== undefined) return inverse;
  if (target !== now.target || profile !== now.profile) {
    return {
      why: `it was written ${profile === null ? '' : `with profile ${profile} `}on ${target}: switch to that first`,
    };
  }
  return versionId === null ? {why: 'its version is unknown'} : inverse;
}

const UNREAD = {why: 'what it replaced is unknown'};

function fieldsBefore({subject: {version, given}}: RunWrite): Inverse {
  if (!version) return UNREAD;
  const changed = Object.entries(givenAttributes(version)).filter(([name]) => given.has(name));
  const flags: Readonly<Record<string, {allowsEmpty: boolean}>> = updateVersion.flags;
  const fields = changed.filter(([name, text]) => text !== '' || flags[name]?.allowsEmpty);
  if (fields.length > 0) return {action: 'update', preset: {fields: Object.fromEntries(fields)}};
  return {
    why: `it had no ${changed.map(([name]) => name.replaceAll('-', ' ')).join(', ')} before, and none can be removed`,
  };
}

function buildBefore({subject: {version}}: RunWrite): Inverse {
  if (!version) return UNREAD;
  const {build} = version;
  if (build) return {action: 'attach-build', preset: {build}};
  return {why: 'no build was attached before, and a build can be replaced but not removed'};
}

function notesBefore({subject: {notes}, result}: RunWrite): Inverse {
  const {updated} = (result as Partial<NotesResult> | undefined) ?? {};
  if (!notes || !updated) return UNREAD;
  const texts = new Map(updated.flatMap((locale) => (notes.get(locale) ? [[locale, notes.get(locale) ?? '']] : [])));
  if (texts.size > 0) return {action: 'release-notes', preset: {texts}};
  return {why: 'there were no release notes before, and a text cannot be removed'};
}
