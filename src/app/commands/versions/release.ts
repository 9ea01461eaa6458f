import type {Noted} from '../../../services/model/outcome.ts';
import {PHASES} from '../../../services/model/phased-release.ts';
import {overriddenDate} from '../../../services/model/release-date.ts';
import {defineAction} from '../../command.ts';
import {confirm, dryRun, versionId} from '../../flags/flags.ts';
import {commandLine, record} from '../../present/formats.ts';
import {constant, nullable, object, string} from '../../present/shapes.ts';

const FIRST_DAY = 'starting with 1 % of users on the first day';
const ON_SALE = 'It goes on sale for everyone within 24 hours.';

interface Released extends Noted {
  versionId: string;
  releaseRequestId: string | null;
  pause?: string;
}

const releaseVersion = defineAction({
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
    effects({version}, {now, dateTime, from}) {
      const {phasedRelease} = version;
      const early = overriddenDate(version, now, dateTime);
      const {state = 'INACTIVE'} = phasedRelease ?? {};
      const how = state === 'INACTIVE' ? '' : ` (${state.replaceAll('_', ' ').toLowerCase()})`;
      const phased = phasedRelease
        ? `Phased release: automatic updates spread over ${PHASES.length} days${how}.`
        : `No phased release: Esc, then ${from === 'home' ? 'L (ship)' : 'H'} sets one up.`;
      return [...(early ? [early] : []), `${ON_SALE} ${phased} This cannot be undone.`];
    },
    facts: ({releaseRequestId, pause}) => [
      ...(releaseRequestId === null ? [] : [['Request', releaseRequestId] as const]),
      ...(pause ? [['Phased release', `${FIRST_DAY}; h on its page pauses it`] as const] : []),
    ],
    followsState: true,
  },
  undo: {why: 'a release is final'},
  agents: {
    doesMoreAgain: true,
    consequences({version, now}) {
      const phased = version.phasedRelease ? ` Automatic updates are spread over ${PHASES.length} days.` : '';
      return {effects: [overriddenDate(version, now), `${ON_SALE}${phased}`]};
    },
  },
});

const DELETED = 'Its texts, screenshots and settings are deleted; its builds are kept.';

const deleteVersion = defineAction({
  path: ['versions', 'delete'],
  summary: 'Delete a store version in preparation',
  description: 'Only works in PREPARE_FOR_SUBMISSION. In any other state, it changes nothing.',
  examples: ['tool versions delete --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  effect: 'final',
  run: async (input, {session, signal}) => (await session.store()).deleteVersion(input.versionId, signal),
  present: record(object({versionId: string, deleted: constant(true)}), (deleted: Noted & {versionId: string}) => {
    return {...deleted, deleted: true as const};
  }),

  screen: 'delete',
  key: 'D',
  label: 'delete',
  title: 'Delete %',
  isFinal: true,
  dialog: {
    words: ['Delete', 'Deleting', 'Deleted'],
    effects: () => [`${DELETED} This cannot be undone.`],
    removes: true,
  },
  undo: {why: 'a deleted version cannot be restored'},
  agents: {doesMoreAgain: true, consequences: () => ({effects: [DELETED]})},
});

export const releaseVerbs = [releaseVersion, deleteVersion] as const;
