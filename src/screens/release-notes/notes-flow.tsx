import {useEffect, useState} from 'react';
import {guidedNotes, type WrittenTexts} from '../../app/use-cases/write-notes.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useLinesWidth} from '../flows/lines-screen.tsx';
import {useWrite, useWriteGuard} from '../flows/use-write.ts';
import {WriteSteps} from '../flows/write-view.tsx';
import type {Load} from '../hooks/use-load.ts';
import {versionLabel} from '../text/labels.ts';
import {changesOf, type NotesRow, notesRows} from './drafts.ts';
import type {Editing} from './editing.ts';
import {Matrix} from './matrix.tsx';
import {notesSteps} from './notes-steps.ts';
import {TextStep} from './text-step.tsx';
import {useDrafts} from './use-drafts.ts';
import type {NotesView} from './use-notes.ts';

interface NotesFlowProps {
  version: StoreVersion;
  crumbs: readonly string[];
  load: Load<NotesView>;
  view: NotesView;
}

/** The matrix of release notes, a text of it, and from the review on what is written. */
export function NotesFlow({version, crumbs, load, view}: NotesFlowProps) {
  const {session} = useServices();
  const router = useRouter();
  const width = useLinesWidth();
  const state = useDrafts();
  const write = useWrite(notWritten);
  const [editing, setEditing] = useState<Editing>();
  const [reviewing, setReviewing] = useState<readonly NotesRow[]>();
  const rows = notesRows(view.notes, state.drafts, state.failures);
  const changed = changesOf(rows).size;
  const {result} = write;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per result
  useEffect(() => {
    if (result) state.settle(result);
  }, [result]);

  const isPartial = result !== undefined && result.failed.length > 0;
  const isEdited = editing !== undefined && editing.text !== editing.start;
  useWriteGuard(isPartial ? {...write, phase: 'failed'} : write, leaveQuestion(isEdited, changed));

  if (reviewing) {
    const toMatrix = () => {
      // Whatever came of it, the texts are not what they were.
      if (write.phase !== 'idle') load.reload();
      write.reset();
      setReviewing(undefined);
    };
    const guide = (some: readonly NotesRow[]) =>
      guidedNotes(
        version.id,
        changesOf(some),
        view.notes.map(({locale}) => locale),
        session,
      );
    const onRetry = (failed: readonly NotesRow[]) => {
      write.reset();
      setReviewing(failed);
      write.send(guide(failed));
    };
    return (
      <WriteSteps
        crumbs={crumbs}
        write={write}
        command={guide(reviewing)}
        steps={notesSteps({rows: reviewing, version: versionLabel(version), width, onRetry})}
        onBack={toMatrix}
        onDone={() => (write.phase === 'done' && !isPartial ? router.back() : toMatrix())}
      />
    );
  }
  if (editing) {
    const close = () => setEditing(undefined);
    const onDone = () => {
      editing.put(editing.text);
      close();
    };
    const onChange = (text: string) => setEditing({...editing, text});
    return <TextStep {...{crumbs, onChange, onDone}} {...editing} onCancel={close} />;
  }
  return <Matrix {...{crumbs, load, rows, state}} live={view.live} onEdit={setEditing} onReview={setReviewing} />;
}

function notWritten({failed, note = ''}: WrittenTexts): string | undefined {
  if (failed.length === 0) return undefined;
  return [note, 'Not written:', ...failed.map(({locale, error}) => `${locale}: ${error.message}`)].join('\n').trim();
}

function leaveQuestion(isEdited: boolean, changed: number): string | undefined {
  if (isEdited) return 'Discard the changes to this text?';
  return changed === 0 ? undefined : `Discard ${changed === 1 ? 'the new text' : `the ${changed} new texts`}?`;
}
