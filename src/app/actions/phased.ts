import {type PhasedResult, phasedProgress} from '../../services/model/phased-release.ts';
import {
  type AgentsRule,
  type Command,
  defineCommand,
  OFFERED,
  type Presentation,
  type ScreenName,
  type Undo,
} from '../command.ts';
import {fieldTable} from '../present/formats.ts';
import {integer, nullable, object, shaped, string} from '../present/shapes.ts';
import {confirm, dryRun, versionId} from './flags.ts';

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

export const phasedPresentation: Presentation<PhasedResult> = {
  formats: ['json', 'table'],
  json: shaped(shape, json),
  table: (result) => {
    const known = Object.entries(json(result)).filter(([field, value]) => value !== null || field === 'state');
    return fieldTable(Object.fromEntries(known.map(([field, value]) => [field, value ?? 'none'])));
  },
  ending: ({note}) => ({note}),
};

interface Change extends Pick<Command, 'summary' | 'description' | 'examples'> {
  verb: 'enable' | 'disable' | 'pause' | 'resume' | 'complete';
  undo: Undo;
  agents?: AgentsRule;
  /** Final, and so confirmed. */
  isFinal?: true;
}

const confirmedFlags = {'version-id': versionId, confirm, 'dry-run': dryRun};
const {confirm: _, ...unconfirmedFlags} = confirmedFlags;

function changePhased({verb, isFinal, agents = OFFERED, ...command}: Change) {
  return defineCommand({
    path: ['phased-release', verb],
    ...command,
    agents,
    flags: (isFinal ? confirmedFlags : unconfirmedFlags) as typeof confirmedFlags,
    effect: isFinal ? 'final' : 'write',
    screen: `${verb}-phased` satisfies ScreenName,
    async run(input, {session, signal}) {
      const store = await session.store();
      if (verb === 'enable') return store.enablePhased(input.versionId, signal);
      if (verb === 'disable') return store.disablePhased(input.versionId, signal);
      return store.changePhased(input.versionId, verb, signal);
    },
    present: phasedPresentation,
  });
}

export const enablePhased = changePhased({
  verb: 'enable',
  undo: {action: 'disable-phased'},
  summary: 'Release an update in phases',
  description: 'Works only before the release, and only for an update: a first version cannot be released in phases.',
  examples: ['tool phased-release enable --version-id com.example.app@editable'],
});

export const disablePhased = changePhased({
  verb: 'disable',
  undo: {action: 'enable-phased'},
  summary: 'Turn off the phased release, to release to all users at once',
  description: 'Works only before the release. After it, use phased-release complete to reach all users at once.',
  examples: ['tool phased-release disable --version-id com.example.app@approved --confirm'],
  isFinal: true,
});

export const pausePhased = changePhased({
  verb: 'pause',
  undo: {action: 'resume-phased'},
  agents: {isOneCall: true},
  summary: 'Pause a phased release: no more users get the update automatically',
  description:
    'The emergency brake: no confirmation needed. After 30 paused days in total, the roll-out resumes on its own.',
  examples: ['tool phased-release pause --version-id com.example.app@live'],
});

export const resumePhased = changePhased({
  verb: 'resume',
  undo: {action: 'pause-phased'},
  summary: 'Resume a paused phased release',
  examples: ['tool phased-release resume --version-id com.example.app@live'],
});

export const completePhased = changePhased({
  verb: 'complete',
  undo: {why: 'a completed roll-out has reached everyone'},
  summary: 'Release to all users now, skipping the remaining days',
  examples: ['tool phased-release complete --version-id com.example.app@live --confirm'],
  isFinal: true,
});
