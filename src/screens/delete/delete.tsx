import {deleteVersion} from '../../app/commands/versions/delete.ts';
import {useLook} from '../context/look.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useShell} from '../context/shell.ts';
import {ConfirmFlow, type Done} from '../flows/confirm-flow.tsx';
import {LinesDialog, useLinesDialogWidth} from '../flows/lines-dialog.tsx';
import {doneKeys} from '../flows/step-keys.ts';
import {resultLines} from '../flows/step-lines.ts';

const EFFECT = 'Its texts, pictures and settings are deleted for good; builds are kept. This cannot be undone.';

/** Deletes a version that is being prepared, once its version string has been typed. */
export function Delete() {
  const {versionId} = useEntry().params;
  const router = useRouter();
  const below = router.stack.at(-2);
  const leave = (isDeleted: boolean) => {
    router.back();
    // The screen of a version that is gone has nothing to show.
    if (isDeleted && below?.screen === 'version' && below.params.versionId === versionId) router.back();
  };
  return (
    <ConfirmFlow
      action="delete"
      command={deleteVersion}
      words={{title: 'Delete', running: 'Deleting', verb: 'delete'}}
      effects={() => [EFFECT]}
      onLeave={leave}
      done={(done) => <DeletedDialog {...done} onDone={() => leave(true)} />}
    />
  );
}

function DeletedDialog({name, result, line, onDone}: Done<{note?: string}> & {onDone(): void}) {
  const {theme} = useLook();
  const {copy} = useShell();
  const width = useLinesDialogWidth();
  return (
    <LinesDialog
      title={`Delete ${name}`}
      keys={doneKeys({onDone, onCopy: () => copy(line, 'Command')})}
      lines={resultLines({title: `Deleted ${name}`, note: result.note, command: line}, width, theme.glyphs)}
    />
  );
}
