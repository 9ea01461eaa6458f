import {ToolError} from '../../services/model/error.ts';
import {RELEASE_TYPES, type ReleaseType} from '../../services/model/version.ts';
import type {CommandContext} from '../command.ts';
import {oneOf, text, toggle, usage} from '../flags/flags.ts';
import {versionRef} from '../flags/targets.ts';
import {dateTime} from '../flags/times.ts';

/** Flags and rules that several `versions` commands share. */

export const versionId = versionRef({
  summary: 'Version ID, or APP@WHICH[:PLATFORM]: a version string, live, editable, approved or latest',
  required: true,
});

export const copyright = text({summary: 'Copyright text; empty clears it', allowEmpty: true});

export const releaseType = oneOf(RELEASE_TYPES, {
  summary: 'How the approved version gets on sale',
  placeholder: 'TYPE',
});

export const earliestReleaseDate = dateTime({
  summary: 'Earliest release, ISO 8601 with offset, like 2026-03-01T10:00:00+01:00; goes with SCHEDULED',
});

/** @throws ToolError usage when a date goes with another release type than SCHEDULED */
export function checkReleaseDate(input: {'release-type'?: ReleaseType; 'earliest-release-date'?: string}): void {
  const type = input['release-type'];
  if (input['earliest-release-date'] === undefined || type === undefined || type === 'SCHEDULED') return;
  throw usage(`goes with --release-type SCHEDULED, not with ${type}`, {
    flag: 'earliest-release-date',
  });
}

/** A date in the past is sent as it is: the service decides. */
export function warnOfPastDate(date: string | undefined, {host, note}: CommandContext): void {
  if (date !== undefined && Date.parse(date) < host.clock.now())
    note(`Warning: --earliest-release-date ${date} is in the past`);
}

/** What every command that writes to the store takes. */
export const dryRun = toggle({summary: 'Print the requests that would be sent; send none that changes anything'});

export const confirm = toggle({summary: 'Required, except with --dry-run: confirms the operation'});

/** @throws ToolError usage without `--confirm` */
export function requireConfirm(input: {confirm: boolean; 'dry-run': boolean}, path: readonly string[]): void {
  if (input.confirm || input['dry-run']) return;
  throw new ToolError('usage', `'tool ${path.join(' ')}' needs --confirm`, {
    hint: 'Add --confirm to proceed, or --dry-run to see what would be sent.',
  });
}
