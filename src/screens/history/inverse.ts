import {givenAttributes, updateVersion} from '../../app/commands/versions/edit.ts';
import type {RunWrite} from '../../app/session/session.ts';
import type {Action} from '../../services/model/actions.ts';
import type {NotesResult} from '../../services/model/release-notes.ts';
import type {Preset} from '../context/router.ts';

/** What undoes a write: the action that does, begun with what was there before. */
export type Inverse = {action: Action; preset?: Preset; why?: undefined} | {action?: undefined; why: string};

const INVERSE_ACTIONS: Readonly<Record<string, Action>> = {
  'versions submit': 'withdraw',
  'phased-release enable': 'disable-phased',
  'phased-release disable': 'enable-phased',
  'phased-release pause': 'resume-phased',
  'phased-release resume': 'pause-phased',
};

const NO_INVERSE: Readonly<Record<string, string>> = {
  'versions release': 'a release is final',
  'versions delete': 'a deleted version cannot be restored',
  'versions withdraw': 'once resubmitted, the version goes back to the end of the queue',
  'versions check': 'asking the store left nothing to undo',
  'phased-release complete': 'a completed roll-out has reached everyone',
  'builds update': 'the encryption question can be answered only once',
};

/** @param now the profile and the store in use */
export function inverseOf(write: RunWrite, now: Pick<RunWrite, 'profile' | 'target'>): Inverse {
  const {action, outcome, profile, target, versionId} = write;
  if (outcome === 'refused' || outcome === 'not-sent') return {why: 'it changed nothing'};
  if (outcome === 'unknown') return {why: 'its outcome is unknown'};
  const isNotes = action.startsWith('release-notes ');
  if (outcome === 'in-part' && !isNotes) return {why: 'only part of it was carried out'};
  const none = NO_INVERSE[action];
  if (none !== undefined) return {why: none};
  if (target !== now.target || profile !== now.profile) {
    return {
      why: `it was written ${profile === null ? '' : `with profile ${profile} `}on ${target}: switch to that first`,
    };
  }
  if (versionId === null) return {why: 'its version is unknown'};
  const inverse = INVERSE_ACTIONS[action];
  if (inverse) return {action: inverse};
  switch (action) {
    case 'versions create':
      return wasThere(write) ? {why: 'the version already existed'} : {action: 'delete'};
    case 'versions update':
      return fieldsBefore(write);
    case 'versions attach-build':
      return buildBefore(write);
    default:
      return isNotes ? notesBefore(write) : {why: 'no action undoes it'};
  }
}

function wasThere({result}: RunWrite): boolean {
  return (result as {existed?: boolean} | undefined)?.existed === true;
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
  if (!notes) return UNREAD;
  const {updated = []} = (result as Partial<NotesResult> | undefined) ?? {};
  const texts = new Map(updated.flatMap((locale) => (notes.get(locale) ? [[locale, notes.get(locale) ?? '']] : [])));
  if (texts.size > 0) return {action: 'release-notes', preset: {texts}};
  return {why: 'there were no release notes before, and a text cannot be removed'};
}
