import type {ReactNode} from 'react';
import type {Command, Flags} from '../../app/command.ts';
import {guided} from '../../app/use-cases/guided.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {VersionView} from '../../services/model/pages.ts';
import {dialogInside, useDialogWidth} from '../components/dialog.tsx';
import {TypedConfirmation} from '../components/typed-confirmation.tsx';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {runningKeys} from '../form/step-keys.ts';
import {useLeaveGuard} from '../hooks/use-leave-guard.ts';
import type {Binding} from '../input/keyboard.ts';
import {versionLabel} from '../text/labels.ts';
import {wrap} from '../text/width.ts';
import {failedKeys} from './flow-keys.ts';
import {useFlowVersion} from './flow-version.ts';
import {LinesDialog, ReadingDialog, WaitingDialog} from './lines-dialog.tsx';
import {refusal} from './not-now.tsx';
import {subjectLines} from './subject-lines.ts';
import {type Truth, truthKeys, useTruth, useTruthLines} from './truth.ts';
import {useFailureLines} from './use-failure-lines.ts';
import {LOST_ANSWER, useWrite, type Write} from './use-write.ts';

export interface ConfirmFlowProps<F extends Flags, Result> {
  action: 'release' | 'delete';
  command: Command<F, Result>;
  words: {
    /** `Release` */
    title: string;
    /** `Releasing` */
    running: string;
    /** `release` */
    verb: string;
  };
  /** What it does, a sentence or two each. */
  effects(view: VersionView): readonly string[];
  /** What is true after an answer was lost. */
  readTruth(versionId: string, signal: AbortSignal): Promise<Truth>;
  /** The dialog once it was carried out. */
  done(done: Done<Result>): ReactNode;
  /** Leaves the flow. @param carriedOut as far as anyone knows */
  onLeave(carriedOut: boolean): void;
}

/** What was carried out. */
export interface Done<Result> {
  /** `3.3.0 for iOS` */
  name: string;
  versionId: string;
  result: Result;
  /** The command that does the same. */
  line: string;
}

/**
 * A dialog for what cannot be taken back: it reads the version anew, says what it is about and what it does, and wants
 * the version string typed. In any other state than the one that allows it, it says so and sends nothing.
 */
export function ConfirmFlow<F extends Flags, Result>(props: ConfirmFlowProps<F, Result>) {
  const {action, command, words, effects, done} = props;
  const {session, host, profile} = useServices();
  const router = useRouter();
  const subject = useFlowVersion();
  const write = useWrite<Result>();
  useLeaveGuard(write.phase === 'running' ? LOST_ANSWER : undefined);
  const {load, version, versionId} = subject;
  const {phase, error, result} = write;
  const name = versionLabel(version);
  const title = `${words.title} ${name}`;

  if (phase === 'done' && result !== undefined) return done({name, versionId, result, line: write.line});
  if (phase === 'unknown') return <UnknownDialog {...{...props, title, write, versionId}} />;
  if (phase === 'failed' && error) {
    const again = () => {
      write.reset();
      load.reload();
    };
    return <FailedDialog title={title} error={error} keys={failedKeys(again, router.back)} />;
  }
  if (phase === 'running') {
    const text = `${words.running} ${name}`;
    return <WaitingDialog {...{title, text}} slow={write.slow} keys={runningKeys(write.cancel)} />;
  }
  if (!load.data || !version || load.busy || load.error) return <ReadingDialog title={title} load={load} />;
  const reasons = refusal(action, subject);
  if (reasons) {
    return (
      <LinesDialog
        title={title}
        keys={[{keys: ['enter', 'esc'], label: 'close', run: router.back}]}
        lines={(width) => reasons.flatMap((reason) => wrap(reason, width))}
      />
    );
  }
  const given = new Map([
    ['version-id', versionId],
    ['confirm', 'true'],
  ]);
  const ready = guided(command, given, session, host);
  return (
    <TypedConfirmation
      title={title}
      lines={[...subjectLines(subject, profile, session), ...effects(load.data)]}
      expected={version.versionString ?? version.id}
      prompt={`Type the version to ${words.verb} it:`}
      verb={words.verb}
      command={ready.line}
      onConfirm={() => write.send(ready)}
      onCancel={router.back}
    />
  );
}

function FailedDialog({title, error, keys}: {title: string; error: ToolError; keys: readonly Binding[]}) {
  const lines = useFailureLines(error, dialogInside(useDialogWidth()));
  return <LinesDialog title={title} keys={keys} lines={() => lines} />;
}

interface UnknownDialogProps<F extends Flags, Result> extends ConfirmFlowProps<F, Result> {
  title: string;
  write: Write<Result>;
  versionId: string;
}

function UnknownDialog<F extends Flags, Result>(props: UnknownDialogProps<F, Result>) {
  const {title, write, versionId, readTruth, onLeave} = props;
  const load = useTruth(write, (signal) => readTruth(versionId, signal));
  const width = dialogInside(useDialogWidth());
  const lines = useTruthLines(write.error, load, width);
  const leave = () => onLeave(load.data?.done ?? false);
  return <LinesDialog title={title} keys={truthKeys(load, leave)} lines={() => lines} />;
}
