import {cleanText} from '../../../services/model/clean.ts';
import type {WithNote} from '../../../services/model/outcome.ts';
import {dateProblem, isReleasedBy} from '../../../services/model/release-date.ts';
import {
  type Attributes,
  IF_EXISTS,
  PLATFORMS,
  RELEASE_TYPES,
  type StoreVersion,
  versionName,
} from '../../../services/model/version.ts';
import {versionStringProblem} from '../../../services/model/version-string.ts';
import type {CreatedVersion} from '../../../services/store/version-writes.ts';
import {type CommandContext, defineAction, REPLACED_UNKNOWN, type Undo} from '../../command.ts';
import {
  appFlag,
  checkedText,
  confirm,
  dateTime,
  dryRun,
  type InputOf,
  memberOf,
  oneOf,
  text,
  usage,
  versionId,
} from '../../flags/flags.ts';
import {record} from '../../present/formats.ts';
import {constant, object, string} from '../../present/shapes.ts';
import type {RunWrite} from '../../session/session.ts';

export const attributes = {
  copyright: text({summary: 'Copyright text; empty clears it', allowEmpty: true}),
  'release-type': oneOf(RELEASE_TYPES, {summary: 'How the approved version is released', placeholder: 'TYPE'}),
  'earliest-release-date': dateTime({
    summary: 'Earliest release, ISO 8601 with offset, e.g. 2026-03-01T10:00:00+01:00; takes effect with SCHEDULED',
  }),
};
type AttributeInput = InputOf<typeof attributes>;

export const FLAG_OF = {
  copyright: 'copyright',
  releaseType: 'release-type',
  earliestReleaseDate: 'earliest-release-date',
  versionString: 'version',
} as const satisfies Record<keyof Attributes, string>;

export function givenAttributes(version: Attributes): Readonly<Record<string, string>> {
  const names = Object.keys(FLAG_OF) as (keyof Attributes)[];
  return Object.fromEntries(names.map((name) => [FLAG_OF[name], version[name] ?? '']));
}

export function checkReleaseDate(
  {releaseType: type, earliestReleaseDate: date}: AttributeInput,
  flag = 'earliest-release-date',
): void {
  if (date === undefined || type === undefined || type === 'SCHEDULED') return;
  throw usage(`requires --release-type SCHEDULED, not ${type}`, {flag});
}

/** Warns of a date in the past, but does not refuse it, because the service decides. */
export function changesOf(
  input: AttributeInput & {version?: string},
  {host, note}: Pick<CommandContext, 'host' | 'note'>,
  flag = 'earliest-release-date',
): Attributes {
  const date = input.earliestReleaseDate;
  if (date !== undefined && Date.parse(date) < host.clock.now()) note(`Warning: --${flag} ${date} is in the past`);
  return Object.fromEntries(Object.entries(FLAG_OF).map(([name, given]) => [name, input[memberOf(given)]]));
}

export const RELEASED_AT_ONCE = 'It is approved: this change releases it at once.';

export function releasedAtOnce(version: StoreVersion): string {
  const name = cleanText(versionName(version));
  return `${name} is approved: this change releases it at once, and a release cannot be undone`;
}

const createdOrChanged = record(
  object({id: string}, {versionString: string, platform: string, state: string, existed: constant(true)}),
  ({version, existed}: CreatedVersion & WithNote) => ({...version, existed}),
);

export const createVersion = defineAction({
  path: ['versions', 'create'],
  summary: 'Create a store version of an app',
  examples: [
    'tool versions create --app 1234567890 --version 2.1.0 --platform IOS --release-type MANUAL',
    'tool versions create --app com.example.app --version 2.1.0 --if-exists skip',
  ],
  flags: {
    app: appFlag({required: true}),
    version: checkedText(versionStringProblem, {summary: 'Version string, e.g. 2.1.0', required: true}),
    platform: oneOf(PLATFORMS, {summary: 'Platform', implied: 'IOS'}),
    ...attributes,
    'if-exists': oneOf(IF_EXISTS, {
      summary: 'If the version exists: fail, return it unchanged (skip), or change it with the given flags (update)',
      placeholder: 'WHAT',
      fallback: 'fail',
    }),
    'dry-run': dryRun,
  },
  effect: 'write',
  agents: {doesMoreAgain: true},
  undo: ({result}) =>
    (result as {existed?: boolean} | undefined)?.existed ? {why: 'the version already existed'} : {action: 'delete'},
  screen: 'create',
  key: 'c',
  label: 'create',
  title: 'Create a version',
  check: (input) => checkReleaseDate(input),
  async run(input, context) {
    const {app, platform, version: versionString, ifExists} = input;
    const draft = {...changesOf(input, context), app, versionString, platform, ifExists};
    const created = await (await context.session.store()).createVersion(draft, context.signal);
    const {releaseType, earliestReleaseDate: date} = draft;
    const problem = created.existed || date ? undefined : dateProblem({releaseType}, context.host.clock.now());
    if (problem) context.note(`Warning: ${problem}`);
    return created;
  },
  present: createdOrChanged,
});

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

async function warnOfRelease(id: string, changes: Attributes, {session, host, signal, note}: CommandContext) {
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
  // The change from a scheduled release to another type also cleared the date.
  const hadDate = version.releaseType === 'SCHEDULED' && given.has('release-type');
  const isChanged = (name: string) => given.has(name) || (hadDate && name === 'earliest-release-date');
  const changed = Object.entries(givenAttributes(version)).filter(([name]) => isChanged(name));
  const flags: Readonly<Record<string, {allowsEmpty: boolean}>> = updateFlags;
  const fields = changed.filter(([name, text]) => text !== '' || flags[name]?.allowsEmpty);
  if (fields.length > 0) return {action: 'update', preset: {fields: Object.fromEntries(fields)}};
  return {
    why: `it had no ${changed.map(([name]) => name.replaceAll('-', ' ')).join(', ')} before, and none can be removed`,
  };
}

const deleteVersion = defineAction({
  path: ['versions', 'delete'],
  summary: 'Delete a store version in preparation',
  description: 'Only works in PREPARE_FOR_SUBMISSION. In any other state, it changes nothing.',
  examples: ['tool versions delete --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  effect: 'final',
  run: async (input, {session, signal}) => (await session.store()).deleteVersion(input.versionId, signal),
  present: record(object({versionId: string, deleted: constant(true)}), (deleted: WithNote & {versionId: string}) => {
    return {...deleted, deleted: true as const};
  }),

  screen: 'delete',
  key: 'D',
  label: 'delete',
  title: 'Delete %',
  isFinal: true,
  dialog: {
    words: ['Delete', 'Deleting', 'Deleted'],
    effects: () => ['Its texts, screenshots and settings are deleted; its builds are kept.'],
    removes: true,
  },
  undo: {why: 'a deleted version cannot be restored'},
  agents: {doesMoreAgain: true},
});

export const editVerbs = [createVersion, updateVersion, deleteVersion] as const;
