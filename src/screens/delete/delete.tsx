import {deleteVersion} from '../../app/commands/versions/delete.ts';
import {asToolError} from '../../services/model/error.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useShell} from '../context/shell.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {doneKeys} from '../flows/flow-keys.ts';
import {useReadVersion} from '../flows/flow-version.ts';
import {LinesDialog} from '../flows/lines-dialog.tsx';
import {PickFirst} from '../flows/not-now.tsx';
import {resultLines} from '../flows/step-lines.ts';
import type {Truth} from '../flows/truth.ts';
import {stateWords} from '../text/words.ts';

/** Deletes a version that is being prepared, once its version string has been typed. */
export function Delete() {
  const {versionId} = useEntry().params;
  const {copy} = useShell();
  const router = useRouter();
  const readVersion = useReadVersion();
  if (versionId === undefined) return <PickFirst action="delete" what="version" dialog />;

  const leave = (carriedOut: boolean) => {
    const below = router.stack.at(-2);
    router.back();
    // What was deleted is not shown any more.
    if (carriedOut && below?.screen === 'version' && below.params.versionId === versionId) router.back();
  };
  const readTruth = async (id: string, signal: AbortSignal): Promise<Truth> => {
    try {
      const {version} = await readVersion(id, signal);
      return {done: false, text: `The version is still there: ${stateWords(version.state).name}.`};
    } catch (error) {
      if (asToolError(error).kind === 'not-found') return {done: true, text: 'The version is gone: it was deleted.'};
      throw error;
    }
  };
  return (
    <ConfirmFlow
      action="delete"
      command={deleteVersion}
      words={{title: 'Delete', running: 'Deleting', verb: 'delete'}}
      effects={() => ['Its texts, pictures and settings go with it, for good. Builds stay. This cannot be taken back.']}
      readTruth={readTruth}
      onLeave={leave}
      done={({name, result, line}) => (
        <LinesDialog
          title={`Delete ${name}`}
          keys={doneKeys({onDone: () => leave(true), onCopy: () => copy(line, 'Command')})}
          lines={(width, glyphs) =>
            resultLines({title: `Deleted ${name}`, note: result.note, command: line}, width, glyphs)
          }
        />
      )}
    />
  );
}
