import {ToolError} from '../../services/model/error.ts';
import {toggle} from '../flags/flags.ts';
import {versionRef} from '../flags/targets.ts';

export const versionId = versionRef({
  summary: 'Version ID, or APP@WHICH[:PLATFORM]: a version string, live, editable, approved or latest',
  required: true,
});

export const dryRun = toggle({summary: 'Print the write requests instead of sending them'});

export const confirm = toggle({summary: 'Confirm the operation; required unless --dry-run is given'});

/** @throws ToolError usage without `--confirm` */
export function requireConfirm(input: {confirm: boolean; 'dry-run': boolean}, path: readonly string[]): void {
  if (input.confirm || input['dry-run']) return;
  throw new ToolError('usage', `'tool ${path.join(' ')}' needs --confirm`, {
    hint: 'Add --confirm to proceed, or --dry-run to see what would be sent.',
  });
}
