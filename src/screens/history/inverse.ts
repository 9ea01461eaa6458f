import {NOT_UNDONE, type Preset, type Undo} from '../../app/command.ts';
import {commands} from '../../app/commands/index.ts';
import type {RunWrite} from '../../app/session/session.ts';
import type {Action} from '../../services/model/actions.ts';
import type {Submitted} from '../../services/store/submit.ts';

export function inverseOf(write: RunWrite, now: Pick<RunWrite, 'profile' | 'target'>): Undo {
  const {outcome, profile, target, versionId} = write;
  if (outcome === 'refused' || outcome === 'not-sent') return {why: 'it changed nothing'};
  const inverse = ofAction(write);
  if (inverse.why !== undefined) return inverse;
  if (target !== now.target || profile !== now.profile) {
    return {why: `it was written ${whereOf(write)}: switch to that first`};
  }
  return versionId === null ? {why: 'its version is unknown'} : inverse;
}

export function whereOf({profile, target}: RunWrite): string {
  return `${profile === null ? '' : `with profile ${profile} `}on ${target}`;
}

function ofAction(write: RunWrite): Undo {
  const {undo = NOT_UNDONE} = commands.find(({path}) => path.join(' ') === write.action) ?? {};
  return typeof undo === 'function' ? undo(write) : undo;
}

/** The later write of this run that has undone it, with `u` or without. */
export function undoneBy(write: RunWrite, writes: readonly RunWrite[]): RunWrite | undefined {
  const {action, preset} = ofAction(write);
  return writes.slice(writes.indexOf(write) + 1).find((later) => {
    const isOfSame = (['profile', 'target', 'versionId'] as const).every((name) => later[name] === write[name]);
    const isCarriedOut = later.outcome === 'carried-out' || later.outcome === 'settled-by-reading';
    return isOfSame && isCarriedOut && isOfAction(later, action) && setsBack(later, preset);
  });
}

function isOfAction({action: name}: RunWrite, action: Action | undefined): boolean {
  return commands.some(({path, screen}) => screen !== undefined && screen === action && path.join(' ') === name);
}

function setsBack({subject: {given, texts: written}, result}: RunWrite, preset: Preset = {}): boolean {
  const {fields = {}, texts = [], build} = preset;
  const wanted = [...Object.entries(fields), ...texts, ...(build ? [['build', build.id] as const] : [])];
  const isSame = wanted.every(([name, text]) => (written ?? given).get(name) === text);
  return isSame && (result as Partial<Submitted> | undefined)?.submissionId === preset.submissionId;
}
