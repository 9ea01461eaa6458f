import {defineCommand} from '../../command.ts';
import {text} from '../../flags.ts';
import {writtenVersion} from '../../present/versions.ts';
import {usage} from '../../usage.ts';
import {dryRun} from '../write-flags.ts';
import {checkReleaseDate, copyright, earliestReleaseDate, releaseType, versionId, warnOfPastDate} from './flags.ts';

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
