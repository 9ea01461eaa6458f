import type {WithNote} from '../../../services/model/outcome.ts';
import {PHASES} from '../../../services/model/phased-release.ts';
import {overriddenDate} from '../../../services/model/release-date.ts';
import {defineAction} from '../../command.ts';
import {confirm, dryRun, versionId} from '../../flags/flags.ts';
import {commandLine, record} from '../../present/formats.ts';
import {nullable, object, string} from '../../present/shapes.ts';

const FIRST_DAY = 'starting with 1 % of users on the first day';

interface Released extends WithNote {
  versionId: string;
  releaseRequestId: string | null;
  pause?: string;
}

export const releaseVersion = defineAction({
  path: ['versions', 'release'],
  summary: 'Release an approved store version',
  description:
    'Only works in PENDING_DEVELOPER_RELEASE. In any other state, it changes nothing. On stderr, it says if the release is phased, and which release date it overrides.',
  examples: ['tool versions release --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  effect: 'final',
  async run(input, {session, signal}): Promise<Released> {
    const released = await (await session.store()).releaseVersion(input.versionId, {isEarly: true}, signal);
    if (!released.isPhased) return released;
    const pause = {command: ['phased-release', 'pause'], flags: {'version-id': released.versionId}};
    return {...released, pause: commandLine(pause, session.globals)};
  },
  present: {
    ...record(object({releaseRequestId: nullable(string), versionId: string}), (released: Released) => released),
    ending({note, pause}) {
      const phases = pause && `This version is released in phases, ${FIRST_DAY}. To pause it: ${pause}`;
      return {note: [note, phases].filter(Boolean).join('\n') || undefined};
    },
  },

  screen: 'release',
  key: 'R',
  label: 'release',
  title: 'Release %',
  isFinal: true,
  dialog: {
    words: ['Release', 'Releasing', 'Released'],
    effects({version}, {now, dateTime, setsUp}) {
      const {phasedRelease} = version;
      const early = overriddenDate(version, now, dateTime);
      const {state = 'INACTIVE'} = phasedRelease ?? {};
      const how = state === 'INACTIVE' ? '' : ` (${state.replaceAll('_', ' ').toLowerCase()})`;
      const phased = phasedRelease
        ? `Phased release: automatic updates spread over ${PHASES.length} days${how}.`
        : `No phased release${setsUp ? `: Esc, then ${setsUp} sets one up` : ''}.`;
      return [early, `It goes on sale for everyone within 24 hours. ${phased}`];
    },
    facts: ({releaseRequestId, pause}) => [
      ...(releaseRequestId === null ? [] : [['Request', releaseRequestId] as const]),
      ...(pause ? [['Phased release', `${FIRST_DAY}; h on its page pauses it`] as const] : []),
    ],
    followsState: true,
  },
  undo: {why: 'a release is final'},
  agents: {doesMoreAgain: true},
});
