import {IF_EXISTS, PLATFORMS} from '../../../services/model/version.ts';
import type {Written} from '../../../services/store/store.ts';
import {defineCommand} from '../../command.ts';
import {oneOf, text, usage} from '../../flags/flags.ts';
import {appFlag} from '../../flags/targets.ts';
import {createdVersion, fieldTable, writtenVersion} from '../../present/versions.ts';
import {
  checkReleaseDate,
  confirm,
  copyright,
  dryRun,
  earliestReleaseDate,
  releaseType,
  requireConfirm,
  versionId,
  warnOfPastDate,
} from '../flags.ts';

export const createVersion = defineCommand({
  path: ['versions', 'create'],
  summary: 'Create a store version of an app',
  examples: [
    'tool versions create --app 1234567890 --version 2.1.0 --platform IOS --release-type MANUAL',
    'tool versions create --app com.example.app --version 2.1.0 --if-exists skip',
  ],
  flags: {
    app: appFlag({required: true}),
    version: text({summary: 'Version string, e.g. 2.1.0', required: true}),
    platform: oneOf(PLATFORMS, {summary: 'Platform', fallback: 'IOS'}),
    copyright,
    'release-type': releaseType,
    'earliest-release-date': earliestReleaseDate,
    'if-exists': oneOf(IF_EXISTS, {
      summary: 'If the version exists: report an error, return it as it is, or update it with the given flags',
      placeholder: 'WHAT',
      fallback: 'fail',
    }),
    'dry-run': dryRun,
  },
  screen: 'create',
  check: (input) => checkReleaseDate(input),
  async run(input, context) {
    const date = input['earliest-release-date'];
    warnOfPastDate(date, context);
    const store = await context.session.store();
    return store.createVersion(
      {
        app: input.app,
        versionString: input.version,
        platform: input.platform,
        copyright: input.copyright,
        releaseType: input['release-type'],
        earliestReleaseDate: date,
        ifExists: input['if-exists'],
      },
      context.signal,
    );
  },
  present: createdVersion,
});

const path = ['versions', 'delete'];
const json = ({versionId}: Written & {versionId: string}) => ({versionId, deleted: true});

export const deleteVersion = defineCommand({
  path,
  summary: 'Delete a store version that is being prepared',
  description: 'Only in PREPARE_FOR_SUBMISSION; in any other state the version is only read, never changed.',
  examples: ['tool versions delete --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  screen: 'delete',
  check: (input) => requireConfirm(input, path),
  run: async (input, {session, signal}) => (await session.store()).deleteVersion(input['version-id'], signal),
  present: {formats: ['json', 'table'], json, table: (result) => fieldTable(json(result)), note: ({note}) => note},
});

export const updateVersion = defineCommand({
  path: ['versions', 'update'],
  summary: 'Change attributes of a store version',
  description: 'Sends the given fields only; at least one is needed.',
  examples: [
    'tool versions update --version-id ID --release-type SCHEDULED --earliest-release-date 2026-03-01T10:00:00+01:00',
  ],
  flags: {
    'version-id': versionId,
    copyright,
    'release-type': releaseType,
    'earliest-release-date': earliestReleaseDate,
    version: text({summary: 'New version string'}),
    'dry-run': dryRun,
  },
  screen: 'update',
  check(input) {
    const {'version-id': _, 'dry-run': __, ...changes} = input;
    if (Object.values(changes).every((value) => value === undefined)) {
      throw usage(
        `Nothing to update: give one or more of ${Object.keys(changes)
          .map((name) => `--${name}`)
          .join(', ')}`,
      );
    }
    checkReleaseDate(input);
  },
  async run(input, context) {
    const date = input['earliest-release-date'];
    warnOfPastDate(date, context);
    const store = await context.session.store();
    return store.updateVersion(
      input['version-id'],
      {
        versionString: input.version,
        copyright: input.copyright,
        releaseType: input['release-type'],
        earliestReleaseDate: date,
      },
      context.signal,
    );
  },
  present: writtenVersion,
});
