import {dateProblem, isReleasedBy} from '../../services/model/release-date.ts';
import {versionStringProblem} from '../../services/model/version-string.ts';
import type {VersionChanges} from '../../services/store/version-writes.ts';
import {type CommandContext, REPLACED_UNKNOWN, type Undo} from '../command.ts';
import {checkedText, memberOf, usage} from '../flags/flags.ts';
import type {RunWrite} from '../session/session.ts';
import {defineAction} from './action.ts';
import {
  attributes,
  changesOf,
  checkReleaseDate,
  createdOrChanged,
  FLAG_OF,
  givenAttributes,
  RELEASED_AT_ONCE,
  releasedAtOnce,
} from './attributes.ts';
import {dryRun, versionId} from './flags.ts';

const updateFlags = {
  'version-id': versionId,
  ...attributes,
  version: checkedText(versionStringProblem, {summary: 'New version string'}),
  'dry-run': dryRun,
};

export const updateVersion = defineAction({
  path: ['versions', 'update'],
  summary: 'Update attributes of a store version',
  description: 'Sends only the given fields; at least one is required.',
  examples: [
    'tool versions update --version-id ID --release-type SCHEDULED --earliest-release-date 2026-03-01T10:00:00+01:00',
  ],
  flags: updateFlags,
  effect: 'write',
  agents: {
    mayAsk: true,
    consequences({version, input, now}) {
      const isReleased = isReleasedBy(input, version, now);
      return {effects: isReleased ? [RELEASED_AT_ONCE] : [], isFinal: isReleased};
    },
  },
  undo: fieldsBefore,
  screen: 'update',
  key: 'u',
  label: 'update',
  title: 'Update %',
  check(input) {
    const flags = Object.values(FLAG_OF);
    if (flags.every((name) => input[memberOf(name)] === undefined)) {
      const names = flags.map((name) => `--${name}`);
      throw usage(`Nothing to update: give one or more of ${names.join(', ')}`);
    }
    checkReleaseDate(input);
  },
  async run(input, context) {
    const changes = changesOf(input, context);
    const reviewed = context.known?.version;
    if (!reviewed) await warnOfRelease(input.versionId, changes, context);
    return (await context.session.store()).updateVersion(input.versionId, {...changes, reviewed}, context.signal);
  },
  present: createdOrChanged,
});

/** Reads the state of a version only if the change may release it. */
async function warnOfRelease(id: string, changes: VersionChanges, {session, host, signal, note}: CommandContext) {
  const now = host.clock.now();
  const {releaseType: type, earliestReleaseDate: date} = changes;
  const mayRelease = date === undefined ? type !== undefined && type !== 'MANUAL' : Date.parse(date) <= now;
  if (!mayRelease) return;
  const {version} = await (await session.store()).viewVersion({id}, signal);
  if (isReleasedBy(changes, version, now)) note(`Warning: ${releasedAtOnce(version)}`);
  const kept = {...changes, earliestReleaseDate: version.earliestReleaseDate};
  const problem = date === undefined ? dateProblem(kept, now) : undefined;
  if (problem) note(`Warning: ${problem}`);
}

function fieldsBefore({subject: {version, given}}: RunWrite): Undo {
  if (!version) return {why: REPLACED_UNKNOWN};
  const changed = Object.entries(givenAttributes(version)).filter(([name]) => given.has(name));
  const flags: Readonly<Record<string, {allowsEmpty: boolean}>> = updateFlags;
  const fields = changed.filter(([name, text]) => text !== '' || flags[name]?.allowsEmpty);
  if (fields.length > 0) return {action: 'update', preset: {fields: Object.fromEntries(fields)}};
  return {
    why: `it had no ${changed.map(([name]) => name.replaceAll('-', ' ')).join(', ')} before, and none can be removed`,
  };
}
