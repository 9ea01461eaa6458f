import {useEffect} from 'react';
import {checkVersion} from '../../app/commands/versions/check.ts';
import {withAdvice} from '../../app/present/error.ts';
import {guided} from '../../app/use-cases/guided.ts';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import type {Readiness} from '../../services/model/readiness.ts';
import {PlainConfirmation} from '../components/plain-confirmation.tsx';
import {useLook} from '../context/look.ts';
import {useServices} from '../context/services.ts';
import {LinesDialog, useLinesDialogWidth, WaitingDialog} from '../flows/lines-dialog.tsx';
import {outcomeLines, useOutcomeCheck} from '../flows/outcome-check.ts';
import {runningKeys, unknownKeys} from '../flows/step-keys.ts';
import {useFailureLines} from '../flows/use-failure-lines.ts';
import {useWrite, useWriteGuard, type Write} from '../flows/use-write.ts';
import {FailedDialog} from '../flows/write-dialog.tsx';
import {useLocalTime} from '../time/use-local-time.ts';

interface AskDialogProps {
  versionId: string;
  /** `3.3.0 for iOS` */
  name: string;
  /** The store has answered. */
  onDone(answer: Readiness): void;
  onClose(): void;
}

/** Asks the store for its own answer: one Enter, since it writes, though nothing is submitted. */
export function AskDialog({versionId, name, onDone, onClose}: AskDialogProps) {
  const {session, host} = useServices();
  const write = useWrite<Readiness>();
  useWriteGuard(write);
  const title = `Ask the store about ${name}`;
  const {phase, error, result} = write;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer has come
  useEffect(() => {
    if (result) onDone(result);
  }, [result]);
  if (phase === 'unknown' && error) return <UnknownDialog {...{title, write, error, onClose}} />;
  if (phase === 'failed' && error) {
    return <FailedDialog {...{title, error}} inSteps onAgain={write.reset} onCancel={onClose} />;
  }
  if (phase !== 'idle') {
    const text = 'Asking the store: into a draft, and out again';
    return <WaitingDialog {...{title, text}} slow={write.slow} keys={runningKeys(write.cancel)} />;
  }
  const given = new Map([
    ['version-id', versionId],
    ['ask-service', 'true'],
  ]);
  const command = guided(checkVersion, given, session, host);
  // As the command does it, but for the lines of its answer: here they lead to what mends them.
  const run = async (signal: AbortSignal) => {
    try {
      const store = await session.store();
      return await store.checkVersion(versionId, {askService: true}, signal);
    } catch (error) {
      throw withAdvice(asToolError(error), session.globals);
    }
  };
  return (
    <PlainConfirmation
      title={title}
      lines={[
        'The version is put into a draft, the store says what it lacks, and it is taken out again.',
        'Nothing is submitted. A draft that has to be made for it stays, empty: submit uses it.',
      ]}
      verb="ask"
      command={command.line}
      onConfirm={() => write.send({...command, run})}
      onCancel={onClose}
    />
  );
}

interface UnknownDialogProps {
  title: string;
  write: Write<Readiness>;
  error: ToolError;
  onClose(): void;
}

/** It may be in the draft still: what is left where, and what a reading shows now. */
function UnknownDialog({title, write, error, onClose}: UnknownDialogProps) {
  const {theme} = useLook();
  const width = useLinesDialogWidth();
  const {load} = useOutcomeCheck(write);
  const {clock} = useLocalTime();
  const left = useFailureLines(error, width, true);
  const lines = [...left, '', ...outcomeLines({error: undefined, load, clock, glyphs: theme.glyphs}, width)];
  return <LinesDialog title={title} keys={unknownKeys(load.reload, onClose)} lines={lines} />;
}
