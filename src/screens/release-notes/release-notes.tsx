import {Box} from 'ink';
import {useEffect, useState} from 'react';
import {NOTES_LIMIT, noteText} from '../../services/model/release-notes.ts';
import {TextArea} from '../components/text-area.tsx';
import {useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useLinesWidth} from '../flows/lines-screen.tsx';
import {useWrite, useWriteGuard} from '../flows/use-write.ts';
import {UnavailableFlow, VersionFlow, type VersionFlowTarget} from '../flows/version-flow.tsx';
import {WriteSteps} from '../flows/write-view.tsx';
import {Screen} from '../frame/screen.tsx';
import type {Query} from '../hooks/use-query.ts';
import {capitalized, versionLabel} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {changesOf, type Editing, isTooLong, type NotesRow, notesRows, useDrafts} from './drafts.ts';
import {Matrix} from './matrix.tsx';
import {notesSteps} from './notes-steps.ts';
import {type NotesView, useNotes} from './use-notes.ts';
import {guidedNotes, type WrittenTexts} from './write-notes.ts';

export function ReleaseNotes() {
  return <VersionFlow action="release-notes" crumb="Release notes" step={VersionNotes} />;
}

const FIRST =
  "It takes no release notes: What's New describes an update. Describe the app itself in its description. " +
  'Nothing was sent.';

function VersionNotes({version, app, crumbs}: VersionFlowTarget) {
  const load = useNotes(version, app);
  if (load.data?.isFirst) {
    const what = `${capitalized(versionLabel(version))} is the first version`;
    return <UnavailableFlow reasons={[what, FIRST]} crumbs={crumbs} target={{version, app}} />;
  }
  if (load.data) return <NotesFlow {...{version, app, crumbs, load}} view={load.data} />;
  return (
    <Screen crumbs={crumbs} keys={[]} load={load}>
      {() => null}
    </Screen>
  );
}

/** The matrix, the editor of one text, and the review and write of all changes. */
function NotesFlow({version, crumbs, load, view}: VersionFlowTarget & {load: Query<NotesView>; view: NotesView}) {
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
    if (result) state.drop(result);
  }, [result]);

  const isPartial = result !== undefined && result.failed.length > 0;
  const isEdited = editing !== undefined && editing.text !== editing.start;
  useWriteGuard(isPartial ? {...write, phase: 'failed'} : write, leaveQuestion(isEdited, changed));

  if (reviewing) {
    const toMatrix = () => {
      // Whatever the outcome, the texts may have changed.
      if (write.phase !== 'idle') load.reload();
      write.reset();
      setReviewing(undefined);
    };
    const locales = view.notes.map(({locale}) => locale);
    const guide = (some: readonly NotesRow[]) => guidedNotes(version.id, changesOf(some), locales, session);
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
      editing.accept(editing.text);
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

interface TextStepProps {
  crumbs: readonly string[];
  heading: string;
  text: string;
  onChange(text: string): void;
  onDone(): void;
  onCancel(): void;
}

const MARGIN = 2;

function TextStep({crumbs, heading, text, onChange, onDone, onCancel}: TextStepProps) {
  const {leave} = useShell();
  return (
    <Screen
      crumbs={crumbs}
      sub={heading}
      status={lengthText(noteText(text))}
      keys={[
        {keys: ['ctrl+s'], label: 'done', title: 'Take the text over', run: onDone},
        {keys: ['esc'], label: 'cancel', run: () => leave(onCancel)},
      ]}
    >
      {({columns, rows}) => (
        <Box paddingX={MARGIN}>
          <TextArea value={text} onChange={onChange} limit={NOTES_LIMIT} width={columns - 2 * MARGIN} height={rows} />
        </Box>
      )}
    </Screen>
  );
}

function lengthText(text: string): LineContent {
  const tooLong = isTooLong(text);
  return [
    {
      text: `${text.length} of ${NOTES_LIMIT} characters${tooLong ? ': too long' : ''}`,
      tone: tooLong ? 'bad' : undefined,
      bold: tooLong,
      dim: !tooLong,
    },
  ];
}
