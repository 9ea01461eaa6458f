import {useEffect} from 'react';
import {checkVersion} from '../../app/commands/versions/check.ts';
import {withAdvice} from '../../app/present/error.ts';
import {guided} from '../../app/run-command.ts';
import {asToolError} from '../../services/model/error.ts';
import type {Readiness} from '../../services/model/readiness.ts';
import {PlainConfirmation} from '../components/plain-confirmation.tsx';
import {useServices} from '../context/services.ts';
import {useWrite, useWriteGuard} from '../flows/use-write.ts';
import {WriteDialog} from '../flows/write-dialog.tsx';

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
  const {phase, result} = write;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer has come
  useEffect(() => {
    if (result) onDone(result);
  }, [result]);
  if (phase !== 'idle') {
    return (
      <WriteDialog
        {...{title, versionId, write}}
        running="Asking the store: into a draft, and out again"
        done={() => null}
        inSteps
        onAgain={write.reset}
        onCancel={onClose}
        onLeave={onClose}
      />
    );
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
