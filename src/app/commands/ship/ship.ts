import {isReleasedAlone, isReleasedBy, releasedAlone} from '../../../services/model/release-date.ts';
import {STEPS} from '../../../services/model/release-steps.ts';
import type {ShipReport, ShipStep} from '../../../services/ship/order.ts';
import {type Consequences, defineAction, NOT_UNDONE} from '../../command.ts';
import {usage} from '../../flags/flags.ts';
import {checkText} from '../notes-input.ts';
import {checkReleaseDate, RELEASED_AT_ONCE} from '../versions/attributes.ts';
import {ALL, type ShipInput, shipFlags} from './flags.ts';
import {platformItem, shipPresentation} from './present.ts';

export const ship = defineAction({
  path: ['ship'],
  summary: 'Take a version from its build to the last day of its release',
  description:
    'Reads where the release stands, does the first open step, and reads again, until the goal of --until is reached. ' +
    'Finished steps are not repeated: a run that was stopped continues when the same command is run again, on any ' +
    'machine. What you leave out stays unchanged. It never withdraws or cancels, and it deletes nothing except the phased ' +
    'release, with --phased=false. Several platforms are shipped one after another.\n\n' +
    `Steps: ${STEPS.join(', ')}.`,
  examples: [
    'tool ship --app com.example.app --version 3.4.0 --build latest --until live --confirm',
    'tool ship --app com.example.app --version 3.4.0 --platform ALL --build latest --notes-dir fastlane/metadata --confirm',
    'tool ship --version-id com.example.app@editable --until ready --dry-run',
  ],
  flags: shipFlags,
  effect: 'final',
  readsAtOnce: true,
  agents: {withholds: ['notes-file', 'notes-dir'], doesMoreAgain: true, waitsOften: true},
  undo: NOT_UNDONE,
  excludes: [
    ['version', 'version-id'],
    ['platform', 'version-id'],
    ['build-number', 'build'],
    ['notes-file', 'notes'],
    ['notes-dir', 'notes'],
    ['notes-dir', 'notes-file'],
  ],
  screen: 'ship',
  key: 'L',
  label: 'ship',
  title: 'Ship %',
  isChecklist: true,
  check(input) {
    const {app, version, platform, versionId} = input;
    if (versionId === undefined && (app === undefined || version === undefined)) {
      const missing = [app === undefined && '--app (or TOOL_APP_ID)', version === undefined && '--version'];
      throw usage(`'tool ship' needs ${missing.filter(Boolean).join(' and ')}, or --version-id`);
    }
    if (platform?.includes(ALL) && platform.length > 1)
      throw usage('is ALL, or a list of platforms', {flag: 'platform'});
    checkText(input.notes, 'notes');
    checkReleaseDate({...input, earliestReleaseDate: input.releaseDate}, 'release-date');
  },
  emits: true,
  needsConfirm: ({until}) => until !== 'ready',
  async run(input, context) {
    const {shipAll} = await import('./ship-all.ts');
    const shipped = await shipAll(input, context);
    await context.emit?.(shipped.platforms.map((one) => platformItem(one, shipped.globals)));
    return {...shipped, consequences: consequencesOf(shipped.platforms, input, context.host.clock.now())};
  },
  present: shipPresentation,
});

/** Returns what the run will cause. It is final if the run may go on after submission, or releases an approved version. */
function consequencesOf(reports: readonly ShipReport[], input: ShipInput, now: number): Consequences {
  const {releaseType, releaseDate: earliestReleaseDate, until} = input;
  const given = {...(releaseType && {releaseType}), ...(earliestReleaseDate && {earliestReleaseDate})};
  const isAhead = ({id, status}: ShipStep) => id === 'submission' && (status === 'open' || status === 'waiting');
  const alone = reports
    .filter(({steps}) => steps.some(isAhead))
    .map(({version}) => ({...version, ...given}))
    .filter(isReleasedAlone);
  const isReleased = reports.some(({version}) => version && isReleasedBy(given, version, now));
  const isFinal = isReleased || (until !== 'ready' && until !== 'submitted');
  const effects = [...new Set(alone.map((version) => releasedAlone(version)))];
  if (isReleased) effects.unshift(RELEASED_AT_ONCE);
  return {effects, isFinal, asksPerson: isFinal || alone.length > 0};
}
