import {platformOf} from '../../../services/model/reference.ts';
import {GOALS} from '../../../services/model/release-steps.ts';
import {PLATFORMS} from '../../../services/model/version.ts';
import {versionStringProblem} from '../../../services/model/version-string.ts';
import {
  appFlag,
  checkedText,
  confirm,
  dryRun,
  type InputOf,
  listOf,
  oneOf,
  optionalToggle,
  text,
  toggle,
  versionRef,
} from '../../flags/flags.ts';
import {directoryFlag} from '../notes-input.ts';
import {buildFlags} from '../versions/attach-build.ts';
import {attributes} from '../versions/attributes.ts';
import {hookFlags, waitFlags} from '../waiting.ts';

export const ALL = 'ALL';

export const shipFlags = {
  app: appFlag({}),
  version: checkedText(versionStringProblem, {summary: 'Version string, e.g. 3.4.0; created if it does not exist'}),
  platform: listOf([...PLATFORMS, ALL], {summary: 'Platforms; optional if there is only one candidate'}, platformOf),
  'version-id': versionRef({summary: 'Version ID or APP@WHICH[:PLATFORM], instead of --app, --version and --platform'}),
  build: {...buildFlags.build, summary: 'Build to attach: an ID, or latest; waits for one in PROCESSING'},
  'build-number': {...buildFlags['build-number'], summary: 'Number of the build to attach; waits until it is uploaded'},
  'uses-encryption': oneOf(['true', 'false'], {
    summary: 'Answer to the encryption question of the build, if it is open',
    placeholder: 'true|false',
  }),
  notes: text({summary: "What's New, for every locale", allowEmpty: true}),
  'notes-file': text({
    summary: "UTF-8 file with What's New for every locale; - for stdin",
    placeholder: 'PATH',
    completes: 'files',
  }),
  'notes-dir': text(directoryFlag),
  'release-type': attributes['release-type'],
  'release-date': attributes['earliest-release-date'],
  copyright: attributes.copyright,
  phased: optionalToggle({summary: 'Set up the phased release; --phased=false removes it'}),
  until: oneOf(GOALS, {
    summary: 'Goal: the check has no error, or the release is submitted, approved, live or rolled out',
    placeholder: 'GOAL',
    fallback: 'submitted',
  }),
  resubmit: toggle({summary: 'Resubmit a rejected or withdrawn version even if nothing has changed'}),
  ...waitFlags,
  ...hookFlags,
  confirm: {...confirm, summary: 'Confirm submission and release; required unless --dry-run or --until ready is given'},
  'dry-run': {...dryRun, summary: 'Print the steps and the requests for changes known so far, instead of sending them'},
};
export type ShipInput = InputOf<typeof shipFlags>;
