import {givenAttributes, updateVersion} from '../../app/commands/versions/edit.ts';
import type {RunWrite} from '../../app/session/session.ts';
import type {Action} from '../../services/model/actions.ts';
import {lookup} from '../../services/model/values.ts';
import type {Submitted} from '../../services/store/submit.ts';
import type {Preset} from '../context/router.ts';

/** What undoes a write: the action that does, begun with what was there before. */
export type Inverse =
  | {action: Action; preset?: Preset; why?: undefined}
  | {action?: undefined; preset?: undefined; why: string};

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
  // A withdrawal removes the version that was left in the draft.
  'versions check': ({outcome}) =>
    outcome === 'carried-out' ? {why: 'asking the store left nothing to undo'} : {action: 'withdraw'},
  'phased-release enable': {action: 'disable-phased'},
  'phased-release disable': {action: 'enable-phased'},
  'phased-release pause': {action: 'resume-phased'},
  'phased-release resume': {action: 'pause-phased'},
  'phased-release complete': {why: 'a completed roll-out has reached everyone'},
  'builds update': {why: 'the encryption question can be answered only once'},
};

/** @param now the profile and the store in use */
export function inverseOf(write: RunWrite, now: Pick<RunWrite, 'profile' | 'target'>): Inverse {
  const {outcome, profile, target, versionId} = write;
  if (outcome === 'refused' || outcome === 'not-sent') return {why: 'it changed nothing'};
  // Whether all of it was carried out is what its inverse finds out.
  const inverse = ofAction(write);
  if (inverse.why !== undefined) return inverse;
  if (target !== now.target || profile !== now.profile) {
    return {why: `it was written ${whereOf(write)}: switch to that first`};
  }
  return versionId === null ? {why: 'its version is unknown'} : inverse;
}

/** `with profile work on sandbox` */
export function whereOf({profile, target}: RunWrite): string {
  return `${profile === null ? '' : `with profile ${profile} `}on ${target}`;
}

function ofAction(write: RunWrite): Inverse {
  const inverse = lookup(INVERSES, write.action) ?? {why: 'no action undoes it'};
  return typeof inverse === 'function' ? inverse(write) : inverse;
}

/** The later write of this run that has undone it, with `u` or without. */
export function undoneBy(write: RunWrite, writes: readonly RunWrite[]): RunWrite | undefined {
  const {action, preset} = ofAction(write);
  return writes.slice(writes.indexOf(write) + 1).find((later) => {
    const isOfSame = (['profile', 'target', 'versionId'] as const).every((name) => later[name] === write[name]);
    const isCarriedOut = later.outcome === 'carried-out' || later.outcome === 'settled-by-reading';
    return isOfSame && isCarriedOut && action && later.action === commandOf(action) && setsBack(later, preset);
  });
}

/** `versions withdraw` */
function commandOf(action: Action): string {
  if (action === 'release-notes') return 'release-notes set';
  return action.endsWith('-phased') ? `phased-release ${action.replace('-phased', '')}` : `versions ${action}`;
}

function setsBack({subject: {given, texts: written}, result}: RunWrite, preset: Preset = {}): boolean {
  const {fields = {}, texts = [], build} = preset;
  const wanted = [...Object.entries(fields), ...texts, ...(build ? [['build', build.id] as const] : [])];
  const isSame = wanted.every(([name, text]) => (written ?? given).get(name) === text);
  return isSame && (result as Partial<Submitted> | undefined)?.submissionId === preset.submissionId;
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

function notesBefore({subject: {notes, texts: written}}: RunWrite): Inverse {
  if (!notes || !written) return UNREAD;
  const texts = new Map([...notes].filter(([locale, text]) => written.has(locale) && text !== ''));
  if (texts.size > 0) return {action: 'release-notes', preset: {texts}};
  return {why: 'there were no release notes before, and a text cannot be removed'};
}
