import {PLATFORMS} from '../../../services/model/version.ts';
import {GOALS} from '../../../services/ship/order.ts';
import {type InputOf, listOf, oneOf, optionalToggle, text, toggle} from '../../flags/flags.ts';
import {appFlag, versionRef} from '../../flags/targets.ts';
import {confirm, dryRun} from '../flags.ts';
import {directoryFlag} from '../notes-folder.ts';
import {onChange} from '../on-change.ts';
import {buildFlags} from '../versions/attach-build.ts';
import {attributes} from '../versions/edit.ts';
import {waitFlags} from '../waiting.ts';

export const ALL = 'ALL';

export const shipFlags = {
  app: appFlag({}),
  version: text({summary: 'Version string, e.g. 3.4.0; created when it is not there'}),
  platform: listOf([...PLATFORMS, ALL], {summary: 'Platforms; may be left out where only one can be meant'}),
  'version-id': versionRef({summary: 'Instead of app, version and platform: ID, or APP@WHICH[:PLATFORM]'}),
  build: {...buildFlags.build, summary: 'Build to attach: an ID, or latest; one in PROCESSING is waited for'},
  'build-number': {
    ...buildFlags['build-number'],
    summary: 'Build to attach, by its number; waited for until it is there',
  },
  'uses-encryption': oneOf(['true', 'false'], {
    summary: 'Answers the encryption question of the build where it is open',
    placeholder: 'true|false',
  }),
  notes: text({summary: "What's New, for every locale", allowEmpty: true}),
  'notes-file': text({
    summary: "UTF-8 file with What's New for every locale; - is stdin",
    placeholder: 'PATH',
    completes: 'file',
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
  resubmit: toggle({summary: 'Submit a rejected version again though nothing has changed'}),
  ...waitFlags,
  'on-change': onChange,
  confirm: {...confirm, summary: 'Required, except with --dry-run and --until ready: confirms submission and release'},
  'dry-run': {
    ...dryRun,
    summary: 'Print the steps, and the requests that are known now; send none that changes anything',
  },
};
export type ShipInput = InputOf<typeof shipFlags>;

/** The attributes under the names that 'versions create' has for them. */
export const givenAttributes = (input: Pick<ShipInput, 'copyright' | 'release-type' | 'release-date'>) => ({
  copyright: input.copyright,
  'release-type': input['release-type'],
  'earliest-release-date': input['release-date'],
});
