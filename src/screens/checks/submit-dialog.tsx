import {submitVersion} from '../../app/commands/versions/submit.ts';
import type {Params} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {stateDisplay} from '../text/api-names.ts';
import {missingLabel} from '../text/labels.ts';
import type {Fact} from '../text/lines.ts';

interface SubmitDialogProps {
  /** The version, where it is another than what the screen was opened with. */
  about?: Params;
  /** As far as the check can tell. */
  missing: number;
  onCancel(): void;
  onLeave(): void;
}

type Submitted = Awaited<ReturnType<typeof submitVersion.run>>;

/** Submits a version once its version string has been typed; with something missing, all the same. */
export function SubmitDialog({about, missing, onCancel, onLeave}: SubmitDialogProps) {
  const effect = 'It is handed to review, and cannot be edited until that ends or it is withdrawn.';
  const doubt = `${missingLabel(missing)}: submit it all the same? The store decides.`;
  return (
    <ConfirmFlow
      about={about}
      action="submit"
      command={submitVersion}
      words={{title: 'Submit', running: 'Submitting', done: 'Submitted', verb: 'submit'}}
      effects={() => [effect, ...(missing > 0 ? [doubt] : [])]}
      facts={facts}
      onCancel={onCancel}
      inSteps
      onLeave={onLeave}
    />
  );
}

function facts({state, submissionId, resumed}: Submitted): Fact[] {
  return [
    ...(state === undefined ? [] : [['State', stateDisplay(state).name] as const]),
    ...(submissionId === undefined ? [] : [['Submission', submissionId] as const]),
    ...(resumed ? [['Went on from', 'what an earlier run had done'] as const] : []),
  ];
}
