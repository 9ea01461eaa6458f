import {IF_EXISTS, PLATFORMS} from '../../../services/model/version.ts';
import {appFlag} from '../../app-flag.ts';
import {defineCommand} from '../../command.ts';
import {oneOf, text} from '../../flags.ts';
import {createdVersion} from '../../present/versions.ts';
import {dryRun} from '../write-flags.ts';
import {checkReleaseDate, copyright, earliestReleaseDate, releaseType, warnOfPastDate} from './flags.ts';

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
