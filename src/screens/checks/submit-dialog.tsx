import {useState} from 'react';
import {ALREADY, submitVersion} from '../../app/actions/submit.ts';
import {releasedAlone} from '../../app/present/effects.ts';
import {isRejected} from '../../services/model/next-step.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Params} from '../context/router.ts';
import {ConfirmFlow} from '../flows/confirm-flow.tsx';
import {stateDisplay} from '../text/api-names.ts';
import {missingLabel} from '../text/labels.ts';
import type {Fact} from '../text/lines.ts';

interface SubmitDialogProps {
  /** A version other than the one in the screen's params. */
  about?: Params;
  missing: number;
  /** Instead of closing the dialog after the write. */
  onLeave?(): void;
}

/** For a screen that says itself what is missing: opens the dialog over it. */
export function useSubmitDialog(props: SubmitDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const onCancel = () => setOpen(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen ? <SubmitDialog onLeave={onCancel} {...props} onCancel={onCancel} /> : undefined,
  };
}

type Submitted = Awaited<ReturnType<typeof submitVersion.run>>;

function SubmitDialog({about, missing, onCancel, onLeave}: SubmitDialogProps & {onCancel(): void}) {
  const effect = 'It goes to review and cannot be edited until review ends or you withdraw it.';
  const doubt = `${missingLabel(missing)}: submit it anyway? The store decides.`;
  return (
    <ConfirmFlow
      about={about}
      action="submit"
      command={submitVersion}
      words={{title: 'Submit', running: 'Submitting', done: 'Submitted', verb: 'submit'}}
      effects={({version}) => [
        ...rejected(version),
        effect,
        ...[releasedAlone(version)].filter((words) => words !== undefined),
        ...(missing > 0 ? [doubt] : []),
      ]}
      facts={facts}
      instead={({isUnsent, byOthers}) =>
        isUnsent ? ALREADY : byOthers && 'Someone else has submitted it meanwhile; this run has not'
      }
      onCancel={onCancel}
      inSteps
      onLeave={onLeave}
    />
  );
}

/** Enter on what review has just refused must not look like a first try. */
function rejected(version: StoreVersion): string[] {
  if (!isRejected(version.state)) return [];
  const {build} = version;
  const again = build ? ` It is submitted again with build ${build.version ?? build.id}.` : '';
  return [`Review rejected this version.${again}`];
}

function facts({state, submissionId, resumed, byOthers}: Submitted): Fact[] {
  return [
    ...(state === undefined ? [] : [['State', stateDisplay(state).name] as const]),
    ...(submissionId === undefined ? [] : [['Submission', submissionId] as const]),
    ...(resumed && !byOthers ? [['Continued', 'a submission started earlier'] as const] : []),
  ];
}
