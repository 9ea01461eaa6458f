import {toggle, versionRef} from '../flags/flags.ts';

export const versionId = versionRef({
  summary: 'Version ID, or APP@WHICH[:PLATFORM]: a version string, live, editable, approved or latest',
  required: true,
});

export const dryRun = toggle({summary: 'Print the requests that would change something instead of sending them'});

/** A command with both flags requires one of them. */
export const confirm = toggle({summary: 'Confirm the operation; required unless --dry-run is given'});
