import type {ReactNode} from 'react';
import type {ToolError} from '../../services/model/error.ts';
import {useLook} from '../context/look.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {LinesDialog, useLinesDialogWidth, WaitingDialog} from './lines-dialog.tsx';
import {outcomeLines, useOutcomeCheck} from './outcome-check.ts';
import {failedKeys, runningKeys, unknownKeys} from './step-keys.ts';
import {useFailureLines} from './use-failure-lines.ts';
import type {Write} from './use-write.ts';
import type {WriteResult} from './write-steps.tsx';

interface WriteDialogProps<Result> {
  title: string;
  /** `Releasing 3.3.0 for iOS` */
  running: string;
  write: Write<Result>;
  /** The dialog once it was carried out. */
  done(result: Result): ReactNode;
  /** Several writes, of which a failure may leave some: one that is found to be carried out is not the result yet. */
  inSteps?: boolean;
  /** After a failure: confirms once more. */
  onAgain(): void;
  /** After a failure. */
  onCancel(): void;
  /** Leaves a write whose outcome is unknown. @param carriedOut the check shows that it was */
  onLeave(carriedOut: boolean): void;
}

/** A write after its confirmation: running, done, failed or unknown. */
export function WriteDialog<Result extends WriteResult>(props: WriteDialogProps<Result>) {
  const {title, running, write, done, inSteps, onAgain, onCancel} = props;
  const {phase, error, result} = write;
  if (phase === 'unknown') return <UnknownDialog {...props} />;
  if (phase === 'done' && result) return done(result);
  if (phase === 'failed' && error) return <FailedDialog {...{title, error, inSteps, onAgain, onCancel}} />;
  return <WaitingDialog title={title} text={running} slow={write.slow} keys={runningKeys(write.cancel)} />;
}

interface FailedDialogProps extends Pick<WriteDialogProps<unknown>, 'title' | 'inSteps' | 'onAgain' | 'onCancel'> {
  error: ToolError;
}

/** Why a write failed, and what is left of it. */
export function FailedDialog({title, error, inSteps, onAgain, onCancel}: FailedDialogProps) {
  const lines = useFailureLines(error, useLinesDialogWidth(), inSteps);
  return <LinesDialog title={title} keys={failedKeys(onAgain, onCancel)} lines={lines} />;
}

function UnknownDialog<Result extends WriteResult>(props: WriteDialogProps<Result>) {
  const {title, write, done, onLeave, inSteps} = props;
  const {theme} = useLook();
  const width = useLinesDialogWidth();
  const {load, result} = useOutcomeCheck(write);
  const {clock} = useLocalTime();
  if (result && !inSteps) return done(result);
  const lines = outcomeLines({error: write.error, load, clock, glyphs: theme.glyphs}, width);
  const leave = () => onLeave(load.data?.verdict === 'done');
  return <LinesDialog title={title} keys={unknownKeys(load.reload, leave)} lines={lines} />;
}
