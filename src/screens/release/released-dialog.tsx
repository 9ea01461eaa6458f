import {useDisplay} from '../context/display.ts';
import {useShell} from '../context/shell.ts';
import type {Done} from '../flows/confirm-flow.tsx';
import {LinesDialog, useLinesDialogWidth} from '../flows/lines-dialog.tsx';
import {doneKeys} from '../flows/step-keys.ts';
import {resultLines} from '../flows/step-lines.ts';
import {stateLine, useStateOf} from '../flows/use-state-of.ts';

interface ReleasedDialogProps extends Done<{note?: string; releaseRequestId: string}> {
  onDone(): void;
}

/** The result of a release, and the state of the version as it changes. */
export function ReleasedDialog({name, versionId, result, line, onDone}: ReleasedDialogProps) {
  const {theme} = useDisplay();
  const {copy} = useShell();
  const width = useLinesDialogWidth();
  const followed = useStateOf(versionId);
  const {note, releaseRequestId} = result;
  const [title = '', ...rest] = resultLines(
    {title: `Released ${name}`, facts: [['Request', releaseRequestId]], note, command: line},
    width,
    theme.glyphs,
  );
  return (
    <LinesDialog
      title={`Release ${name}`}
      keys={doneKeys({onDone, onCopy: () => copy(line, 'Command')})}
      lines={[title, stateLine(followed, theme.glyphs), ...rest]}
    />
  );
}
