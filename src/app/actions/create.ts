import {dateProblem} from '../../services/model/release-date.ts';
import {IF_EXISTS, PLATFORMS} from '../../services/model/version.ts';
import {versionStringProblem} from '../../services/model/version-string.ts';
import {appFlag, checkedText, oneOf} from '../flags/flags.ts';
import {defineAction} from './action.ts';
import {attributes, changesOf, checkReleaseDate, createdOrChanged} from './attributes.ts';
import {dryRun} from './flags.ts';

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
  agents: {doesMoreAgain: true, names: ['app', 'version', 'platform']},
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
