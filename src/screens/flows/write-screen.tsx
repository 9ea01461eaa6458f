import type {ReactNode} from 'react';
import type {ToolError} from '../../services/model/error.ts';
import {Scroll} from '../components/scroll.tsx';
import {useLook} from '../context/look.ts';
import {useShell} from '../context/shell.ts';
import {reviewKeys, runningKeys} from '../form/step-keys.ts';
import {Screen} from '../frame/screen.tsx';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import {doneKeys, failedKeys} from './flow-keys.ts';
import {type ResultStep, type ReviewStep, resultLines, reviewLines} from './step-lines.ts';
import {type Truth, truthKeys, useTruth, useTruthLines} from './truth.ts';
import {useFailureLines} from './use-failure-lines.ts';
import type {Write} from './use-write.ts';

const MARGIN = 2;
/** Lines of a screen around its content. */
const FRAME = 4;

interface LinesScreenProps {
  crumbs: readonly string[];
  keys: readonly Binding[];
  waiting?: boolean;
  lines(width: number): readonly LineContent[];
}

/** A screen of lines to read. */
export function LinesScreen({crumbs, keys, waiting, lines}: LinesScreenProps) {
  const {size} = useLook();
  const margin = ' '.repeat(MARGIN);
  const indented = lines(size.columns - 2 * MARGIN).map(
    (line): LineContent => (typeof line === 'string' ? `${margin}${line}` : [{text: margin}, ...line]),
  );
  const isLong = indented.length + 1 > size.rows - FRAME;
  return (
    <Screen crumbs={crumbs} keys={keys} waiting={waiting} statusRight={isLong ? 'PgDn shows more' : ''}>
      {({columns, rows}) => <Scroll lines={['', ...indented]} width={columns} height={rows} />}
    </Screen>
  );
}

interface ReviewScreenProps {
  crumbs: readonly string[];
  step: ReviewStep;
  /** What Enter does, as a verb: `create`. */
  verb: string;
  onConfirm(): void;
  /** Back to the fields. */
  onBack(): void;
}

/** What will be sent, before it is sent. */
export function ReviewScreen({crumbs, step, verb, onConfirm, onBack}: ReviewScreenProps) {
  const {copy} = useShell();
  const onCopy = () => copy(step.command, 'Command');
  return (
    <LinesScreen
      crumbs={crumbs}
      keys={reviewKeys({label: verb, onConfirm, onBack, onCopy})}
      lines={(width) => reviewLines(step, width)}
    />
  );
}

interface WriteScreenProps<Result> {
  crumbs: readonly string[];
  write: Write<Result>;
  /** `Creating 3.4.0 for iOS` */
  running: string;
  result(result: Result): Omit<ResultStep, 'command'>;
  /** What can be done next, for the result. */
  next: readonly Binding[];
  onDone(): void;
  /** The same again, after a failure that carried nothing out. */
  onRetry(): void;
  /** Back to the fields, likewise. */
  onBack(): void;
  readTruth(signal: AbortSignal): Promise<Truth>;
}

/** The steps once a write was confirmed: under way, its result, why it failed, or what is true when nobody knows. */
export function WriteScreen<Result>(props: WriteScreenProps<Result>): ReactNode {
  const {crumbs, write, running, result, next, onDone, onRetry, onBack} = props;
  const {theme} = useLook();
  const {copy} = useShell();
  const {phase, error} = write;
  if (phase === 'unknown') return <UnknownScreen {...props} />;
  if (phase === 'failed' && error) {
    return <FailedScreen crumbs={crumbs} error={error} keys={failedKeys(onRetry, onBack)} />;
  }
  if (phase === 'done' && write.result !== undefined) {
    const step = {...result(write.result), command: write.line};
    return (
      <LinesScreen
        crumbs={crumbs}
        keys={doneKeys({onDone, onCopy: () => copy(step.command, 'Command'), next})}
        lines={(width) => resultLines(step, width, theme.glyphs)}
      />
    );
  }
  return <LinesScreen crumbs={crumbs} waiting={write.slow} keys={runningKeys(write.cancel)} lines={() => [running]} />;
}

function FailedScreen({crumbs, error, keys}: {crumbs: readonly string[]; error: ToolError; keys: readonly Binding[]}) {
  const {size} = useLook();
  const lines = useFailureLines(error, size.columns - 2 * MARGIN);
  return <LinesScreen crumbs={crumbs} keys={keys} lines={() => lines} />;
}

function UnknownScreen<Result>({crumbs, write, next, onDone, readTruth}: WriteScreenProps<Result>) {
  const {size} = useLook();
  const load = useTruth(write, readTruth);
  const lines = useTruthLines(write.error, load, size.columns - 2 * MARGIN);
  return <LinesScreen crumbs={crumbs} waiting={load.slow} keys={truthKeys(load, onDone, next)} lines={() => lines} />;
}
