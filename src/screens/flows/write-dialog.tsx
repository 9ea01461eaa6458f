import type {ReactNode} from 'react';
import {ToolError} from '../../services/model/error.ts';
import {useDisplay} from '../context/display.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {LinesDialog, useLinesDialogWidth, WaitingDialog} from './lines-dialog.tsx';
import {outcomeLines, useOutcomeCheck} from './outcome-check.ts';
import {failedKeys, runningKeys, unknownKeys} from './step-keys.ts';
import {failureLines} from './step-lines.ts';
import {useFailureLines} from './use-failure-lines.ts';
import {stateLine, useStateOf} from './use-state-of.ts';
import type {Write} from './use-write.ts';
import type {WriteResult} from './write-steps.tsx';

interface WriteDialogProps<Result> {
  title: string;
  versionId: string;
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

/** A write after its confirmation: running, done, failed, stopped in between, or unknown. */
export function WriteDialog<Result extends WriteResult>(props: WriteDialogProps<Result>) {
  const {title, running, write, done, onAgain, onCancel} = props;
  const {phase, error, result} = write;
  if (phase === 'unknown') return <UnknownDialog {...props} />;
  if (phase === 'done' && result) return done(result);
  if (phase === 'interrupted' && error) return <InterruptedDialog {...props} error={error} />;
  if (phase === 'failed' && error) return <FailedDialog {...{title, error, onAgain, onCancel}} />;
  return <WaitingDialog title={title} text={running} slow={write.slow} keys={runningKeys(write.cancel)} />;
}

interface FailedDialogProps extends Pick<WriteDialogProps<unknown>, 'title' | 'onAgain' | 'onCancel'> {
  error: ToolError;
}

/** Why a write failed, and what is left of it. */
function FailedDialog({title, error, onAgain, onCancel}: FailedDialogProps) {
  const lines = useFailureLines(error, useLinesDialogWidth());
  return <LinesDialog title={title} keys={failedKeys(onAgain, onCancel)} lines={lines} />;
}

/** What had been carried out when it was stopped, and the state of the version as it changes. */
function InterruptedDialog<Result>({
  title,
  versionId,
  error,
  onAgain,
  onLeave,
}: WriteDialogProps<Result> & {error: ToolError}) {
  const {theme} = useDisplay();
  // What to do next depends on the state below: the keys say it.
  const {kind, message, facts} = error;
  const lines = failureLines(new ToolError(kind, message, {facts}), useLinesDialogWidth(), theme.glyphs);
  const followed = useStateOf(versionId);
  const keys = failedKeys(onAgain, () => onLeave(false));
  return <LinesDialog title={title} keys={keys} lines={[...lines, '', stateLine(followed, theme.glyphs)]} />;
}

function UnknownDialog<Result extends WriteResult>(props: WriteDialogProps<Result>) {
  const {title, write, done, onLeave, inSteps} = props;
  const {theme} = useDisplay();
  const width = useLinesDialogWidth();
  const {load, result} = useOutcomeCheck(write);
  const {clock} = useLocalTime();
  if (result && !inSteps) return done(result);
  const {error} = write;
  const left = inSteps && error ? [...failureLines(error, width, theme.glyphs), ''] : [];
  const known = {error: inSteps ? undefined : error, load, clock, glyphs: theme.glyphs};
  const leave = () => onLeave(load.data?.verdict === 'done');
  return (
    <LinesDialog
      title={title}
      keys={unknownKeys(load.reload, leave)}
      lines={[...left, ...outcomeLines(known, width)]}
    />
  );
}
