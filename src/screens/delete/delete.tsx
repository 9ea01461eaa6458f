import {deleteVersion} from '../../app/commands/versions/edit.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {ResultDialog} from '../flows/result-dialog.tsx';

const EFFECT = 'Its texts, pictures and settings are deleted for good; builds are kept. This cannot be undone.';

/** Deletes a version that is being prepared, once its version string has been typed. */
export function Delete() {
  const {versionId} = useEntry().params;
  const router = useRouter();
  const below = router.stack.at(-2);
  const leave = (isDeleted: boolean) => {
    router.back();
    // A deleted version has nothing to show on its own screen.
    if (isDeleted && below?.screen === 'version' && below.params.versionId === versionId) router.back();
  };
  return (
    <ConfirmFlow
      action="delete"
      command={deleteVersion}
      words={{title: 'Delete', running: 'Deleting', verb: 'delete'}}
      effects={() => [EFFECT]}
      onLeave={leave}
      done={({name, result, line}) => (
        <ResultDialog
          title={`Delete ${name}`}
          step={{title: `Deleted ${name}`, note: result.note, command: line}}
          onDone={() => leave(true)}
        />
      )}
    />
  );
}
