import type {Guided} from '../../app/run-command.ts';
import type {ToolError} from '../../services/model/error.ts';
import {useDisplay} from '../context/display.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {LinesScreen, useLinesWidth} from './lines-screen.tsx';
import {outcomeLines, useOutcomeCheck} from './outcome-check.ts';
import {doneKeys, failedKeys, reviewKeys, runningKeys, unknownKeys} from './step-keys.ts';
import {type ResultStep, type ReviewStep, resultLines, reviewLines} from './step-lines.ts';
import {useFailureLines} from './use-failure-lines.ts';
import type {Write} from './use-write.ts';

/** The steps of a flow from its review on. The equivalent command and notes are added to them. */
export interface FlowSteps<Result> {
  /** What Enter does on the review, as a verb: `create`. */
  verb: string;
  review: Omit<ReviewStep, 'command'>;
  /** `Creating 3.4.0 for iOS` */
  running: string;
  result(result: Result): Omit<ResultStep, 'command' | 'note'> & {
    /** Likely next steps, each one key. */
    keys?: readonly Binding[];
  };
}

/** The result of a command that writes. */
export type WriteResult = object & {note?: string};

export interface WriteStepsProps<Result> {
  crumbs: readonly string[];
  command: Guided<Result>;
  write: Write<Result>;
  steps: FlowSteps<Result>;
  /** Back to the fields, or to a list. */
  onBack(): void;
  onDone(): void;
}

/** The steps of a flow from its review on: running, then the result, a failure, or an unknown outcome. */
export function WriteSteps<Result extends WriteResult>(props: WriteStepsProps<Result>) {
  const {crumbs, command, write, steps, onBack} = props;
  const {copy} = useShell();
  const width = useLinesWidth();
  const {phase, error, result} = write;
  const onConfirm = () => write.send(command);
  if (phase === 'unknown') return <UnknownStep {...props} />;
  if (phase === 'done' && result) return <DoneStep {...props} result={result} />;
  if ((phase === 'failed' || phase === 'interrupted') && error) {
    const onRetry = () => {
      write.reset();
      onConfirm();
    };
    return <FailedStep crumbs={crumbs} error={error} keys={failedKeys(onRetry, onBack)} />;
  }
  if (phase === 'running') {
    return (
      <LinesScreen crumbs={crumbs} waiting={write.slow} keys={runningKeys(write.cancel)} lines={[steps.running]} />
    );
  }
  const onCopy = () => copy(command.line, 'Command');
  const lines = reviewLines({...steps.review, command: command.line}, width);
  return <LinesScreen crumbs={crumbs} keys={reviewKeys({verb: steps.verb, onConfirm, onBack, onCopy})} lines={lines} />;
}

function DoneStep<Result extends WriteResult>({
  crumbs,
  write: {line},
  steps,
  onDone,
  result,
}: WriteStepsProps<Result> & {result: Result}) {
  const {theme} = useDisplay();
  const {copy} = useShell();
  const width = useLinesWidth();
  const {keys: next, ...step} = steps.result(result);
  const keys = doneKeys({next, onDone, onCopy: () => copy(line, 'Command')});
  return (
    <LinesScreen
      crumbs={crumbs}
      keys={keys}
      lines={resultLines({...step, note: result.note, command: line}, width, theme.glyphs)}
    />
  );
}

function FailedStep({crumbs, error, keys}: {crumbs: readonly string[]; error: ToolError; keys: readonly Binding[]}) {
  const lines = useFailureLines(error, useLinesWidth());
  return <LinesScreen crumbs={crumbs} keys={keys} lines={lines} />;
}

function UnknownStep<Result extends WriteResult>(props: WriteStepsProps<Result>) {
  const {crumbs, write, onDone} = props;
  const {theme} = useDisplay();
  const width = useLinesWidth();
  const {load, result} = useOutcomeCheck(write);
  const {clock} = useLocalTime();
  if (result) return <DoneStep {...props} result={result} />;
  const lines = outcomeLines({error: write.error, load, clock, glyphs: theme.glyphs}, width);
  return <LinesScreen crumbs={crumbs} waiting={load.slow} keys={unknownKeys(load.reload, onDone)} lines={lines} />;
}
