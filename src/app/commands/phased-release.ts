import type {Action} from '../../services/model/actions.ts';
import {
  MAX_PAUSE_DAYS,
  PHASED_CLAUSES,
  PHASES,
  type PhasedChange,
  type PhasedResult,
  phasedProgress,
} from '../../services/model/phased-release.ts';
import {lookup} from '../../services/model/values.ts';
import {
  type ActionLabels,
  type AgentsRule,
  type Command,
  type Dialog,
  defineAction,
  defineCommand,
  OFFERED,
  type Presentation,
  type Undo,
} from '../command.ts';
import {confirm, dryRun, versionId} from '../flags/flags.ts';
import {fieldTable} from '../present/formats.ts';
import {integer, nullable, object, shaped, string} from '../present/shapes.ts';

const shape = object(
  {versionId: string, state: nullable(string)},
  {
    day: nullable(integer),
    percent: nullable(integer),
    pausedDays: integer,
    startDate: nullable(string),
    nextPercent: nullable(integer),
  },
);

function json({versionId, phased}: PhasedResult) {
  if (!phased) return {versionId, state: null};
  const {day, percent, pausedDays, nextPercent} = phasedProgress(phased);
  const {state = null, startDate = null} = phased;
  return {versionId, state, day, percent, pausedDays, startDate, nextPercent};
}

const phasedPresentation: Presentation<PhasedResult> = {
  json: shaped(shape, json),
  table: (result) => {
    const known = Object.entries(json(result)).filter(([field, value]) => value !== null || field === 'state');
    return fieldTable(Object.fromEntries(known.map(([field, value]) => [field, value ?? 'none'])));
  },
  ending: ({note}) => ({note}),
};

type Verb = 'enable' | 'disable' | PhasedChange;

interface Phased<V extends Verb>
  extends Pick<Command, 'summary' | 'description' | 'examples'>,
    Omit<ActionLabels, 'title'> {
  verb: V;
  isConfirmed?: true;
  dialog: Pick<Dialog<PhasedResult>, 'words' | 'of' | 'untyped'>;
  effect: string;
  undo: Undo;
  agents?: AgentsRule;
}

const confirmedFlags = {'version-id': versionId, confirm, 'dry-run': dryRun};
const {confirm: _, ...unconfirmedFlags} = confirmedFlags;

function phasedAction<const V extends Verb>({verb, isConfirmed, effect, dialog, agents, ...command}: Phased<V>) {
  const {words, of = 'the roll-out of'} = dialog;
  return defineAction({
    path: ['phased-release', verb],
    ...command,
    flags: (isConfirmed ? confirmedFlags : unconfirmedFlags) as typeof confirmedFlags,
    effect: isConfirmed ? 'final' : 'write',
    async run(input, {session, signal}) {
      const store = await session.store();
      if (verb === 'enable') return store.enablePhased(input.versionId, signal);
      if (verb === 'disable') return store.disablePhased(input.versionId, signal);
      return store.changePhased(input.versionId, verb, signal);
    },
    present: phasedPresentation,

    screen: `${verb}-phased` as Action & `${V}-phased`,
    title: `${words[0]} ${of} %`,
    isRare: true,
    dialog: {
      ...dialog,
      of,
      effects: (_, {rollOut}) => [rollOut && `Roll-out: ${rollOut}.`, effect],
      instead: ({isUnsent, phased: {state} = {state: 'NONE'}}) =>
        isUnsent && `${lookup(PHASED_CLAUSES, state) ?? 'no change was needed'}; nothing was sent`,
    },
    agents: {
      ...agents,
      consequences: ({version}) => ({state: version.phasedRelease?.state, asksPerson: isConfirmed}),
    },
  });
}

const enablePhased = phasedAction({
  verb: 'enable',
  summary: 'Release an update in phases',
  description: 'Works only before the release, and only for an update: a first version cannot be released in phases.',
  examples: ['tool phased-release enable --version-id com.example.app@editable'],
  key: 'H',
  label: 'phased release',
  dialog: {words: ['Set up', 'Setting up', 'Set up'], of: 'a phased release of', untyped: true},
  effect: `Once released, it reaches users who update automatically over ${PHASES.length} days: ${PHASES.join(', ')} %.`,
  undo: {action: 'disable-phased'},
});

const disablePhased = phasedAction({
  verb: 'disable',
  summary: 'Turn off the phased release, to release to all users at once',
  description: 'Works only before the release. After it, use phased-release complete to reach all users at once.',
  examples: ['tool phased-release disable --version-id com.example.app@approved --confirm'],
  isConfirmed: true,
  key: 'H',
  label: 'remove phased release',
  dialog: {words: ['Remove', 'Removing', 'Removed'], of: 'the phased release of', untyped: true},
  effect: 'Once released, everyone gets it at once. Until then it can be set up again.',
  undo: {action: 'enable-phased'},
});

const pausePhased = phasedAction({
  verb: 'pause',
  summary: 'Pause a phased release: no more users get the update automatically',
  description:
    'The emergency brake: no confirmation needed. After 30 paused days in total, the roll-out resumes on its own.',
  examples: ['tool phased-release pause --version-id com.example.app@live'],
  key: 'h',
  label: 'pause roll-out',
  dialog: {words: ['Pause', 'Pausing', 'Paused'], untyped: true},
  effect: `No more users get it as an automatic update until you resume. After ${MAX_PAUSE_DAYS} days of pause it resumes on its own.`,
  undo: {action: 'resume-phased'},
  agents: {isOneCall: true},
});

const resumePhased = phasedAction({
  verb: 'resume',
  summary: 'Resume a paused phased release',
  examples: ['tool phased-release resume --version-id com.example.app@live'],
  key: 'h',
  label: 'resume roll-out',
  dialog: {words: ['Resume', 'Resuming', 'Resumed'], untyped: true},
  effect: 'Automatic updates reach more users every day again.',
  undo: {action: 'pause-phased'},
});

const completePhased = phasedAction({
  verb: 'complete',
  summary: 'Release to all users now, skipping the remaining days',
  examples: ['tool phased-release complete --version-id com.example.app@live --confirm'],
  isConfirmed: true,
  key: 'C',
  label: 'complete roll-out',
  isFinal: true,
  dialog: {words: ['Complete', 'Completing', 'Completed']},
  effect: 'Everyone gets it as an automatic update now.',
  undo: {why: 'a completed roll-out has reached everyone'},
});

const viewPhased = defineCommand({
  path: ['phased-release', 'view'],
  summary: 'Show the progress of a phased release',
  description:
    'Days 1 to 7 reach 1, 2, 5, 10, 20, 50 and 100 percent of users. A phased release can be paused for up to 30 days in total. state is null if the version has none.',
  examples: ['tool phased-release view --version-id com.example.app@live'],
  flags: {'version-id': versionId},
  effect: 'none',
  agents: OFFERED,
  run: async (input, {session, signal}) => (await session.store()).viewPhased(input.versionId, signal),
  present: phasedPresentation,
});

export const phasedCommands = [
  viewPhased,
  enablePhased,
  disablePhased,
  pausePhased,
  resumePhased,
  completePhased,
] as const;
