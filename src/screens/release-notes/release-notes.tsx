import {Box} from 'ink';
import {useEffect, useLayoutEffect, useMemo, useState} from 'react';
import {commandLine} from '../../app/present/formats.ts';
import {exitCode} from '../../services/model/error.ts';
import {
  failedTitle,
  failureTexts,
  mainFailure,
  NOTES_LIMIT,
  type NotesResult,
  noteText,
} from '../../services/model/release-notes.ts';
import {capitalized, plural} from '../../services/model/values.ts';
import {localDateTime} from '../../services/text/local-time.ts';
import {Lines} from '../components/line.tsx';
import {TextArea} from '../components/text-field.tsx';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {type Ending, useWrite, useWriteGuard} from '../context/writes.ts';
import {WriteSteps} from '../flows/form-flow.tsx';
import {useShipNews} from '../flows/ship-news.ts';
import {UnavailableFlow, type VersionData, VersionFlow} from '../flows/version-flow.tsx';
import {Screen} from '../frame/screen.tsx';
import type {Query} from '../hooks/use-query.ts';
import {goOnKey} from '../input/keyboard.ts';
import {useHold} from '../input/use-keys.tsx';
import {versionLabel} from '../text/labels.ts';
import {commandText, type LineContent} from '../text/lines.ts';
import {RefusedFileStep, useAllLocales} from './all-locales.tsx';
import {headingFor, Matrix} from './matrix.tsx';
import {type NotesView, useNotes} from './read-notes.ts';
import {
  changesOf,
  type Editing,
  isTooLong,
  type KeptTexts,
  NO_TEXTS,
  type NotesRow,
  notesRows,
  problemOf,
  textOf,
  type UnsentTexts,
  useKeepTexts,
  useKeptTexts,
  useUnsentTexts,
  withTexts,
} from './unsent-texts.ts';
import {guidedNotes, notesSteps} from './write-notes.ts';

export function ReleaseNotes() {
  return <VersionFlow action="release-notes" crumb="Release notes" step={KnownNotes} />;
}

const FIRST =
  "It takes no release notes: What's New describes an update. Describe the app itself in its description. " +
  'Nothing was sent.';

function KnownNotes({version, app, crumbs}: VersionData) {
  const load = useNotes(version, app);
  const kept = useKeptTexts(version.id);
  useHold(kept === undefined, true);
  if (load.data?.isFirst) {
    const what = `${capitalized(versionLabel(version))} is the first version`;
    return <UnavailableFlow reasons={[what, FIRST]} {...{crumbs, target: {version, app}}} without="release-notes" />;
  }
  if (load.data && kept) {
    const now = {...version, state: load.data.state};
    return <NotesFlow {...{app, crumbs, load, kept}} version={now} view={load.data} />;
  }
  return <Screen {...{crumbs, load}} reading="the texts" />;
}

interface NotesFlowProps extends VersionData {
  load: Query<NotesView>;
  view: NotesView;
  kept: KeptTexts;
}

function NotesFlow({version, app, crumbs, load, view, kept}: NotesFlowProps) {
  const {session, host, readOnly} = useServices();
  const router = useRouter();
  const state = useUnsentTexts(kept.texts, useEntry().params.preset?.texts);
  const write = useWrite(notWritten);
  const [editing, setEditing] = useState<Editing>();
  const [reviewing, setReviewing] = useState<readonly NotesRow[]>();
  const {toast} = useShell();
  const {unsentTexts, failures} = state;
  // Memoised, so that a key press does not compare forty long texts.
  const rows = useMemo(() => notesRows(view.notes, unsentTexts, failures), [view.notes, unsentTexts, failures]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useEffect(() => {
    const again = rows.filter(({locale, text}) => text !== undefined && text === kept.texts.get(locale)).length;
    if (again > 0)
      toast(
        `${plural(again, 'text')} not sent on ${localDateTime(kept.at) ?? 'an earlier day'}: Ctrl+S reviews them, u discards them.`,
      );
  }, []);
  const changed = changesOf(rows).size;
  const {result} = write;
  // A layout effect runs before the next key, so the question before leaving counts only unsent texts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new result
  useLayoutEffect(() => {
    if (result) state.drop(result);
  }, [result]);

  const target = {version, app, locales: rows.map(({locale}) => locale)};
  const guide = (some: readonly NotesRow[]) => guidedNotes(target, some, session, host);
  const review = (next: UnsentTexts, sends = false) => {
    const after = notesRows(view.notes, next, state.failures);
    const some = after.filter(({text}) => text !== undefined);
    const problem = problemOf(after);
    if (problem) toast(problem.message, 'bad');
    if (problem || some.length === 0) return;
    setReviewing(some);
    if (sends) write.send(guide(some));
  };
  const isStep = useShipNews() !== undefined;
  // In Ship, the editor opens first if texts are missing and none is unsent. Esc leads to all texts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useLayoutEffect(() => {
    const empty = rows.filter((row) => textOf(row) === '');
    if (!isStep || readOnly !== undefined || changed > 0 || empty.length === 0) return;
    const locale = empty.map((row) => row.locale).join(',');
    const flags = {'version-id': version.id, ...(empty.length < rows.length && {locale}), file: '-'};
    const command = commandLine({command: ['release-notes', 'set'], flags}, session.globals);
    setEditing({heading: headingFor(empty, true), rows: empty, start: '', text: '', command});
  }, []);
  const file = useAllLocales(rows, state, review);
  const isPartial = result !== undefined && result.failed.length > 0;
  const isEdited = editing !== undefined && editing.text !== editing.start;
  const texts = changed === 1 ? 'the new text' : `the ${changed} new texts`;
  const unsaved = file.problems ? 'the edited file' : changed === 0 ? undefined : texts;
  const lost = isEdited ? 'the changes to this text' : unsaved;
  const typed = useMemo(
    () => (isEdited ? withTexts(unsentTexts, editing.rows, () => editing.text) : unsentTexts),
    [unsentTexts, editing, isEdited],
  );
  const discard = useKeepTexts(version.id, typed, isEdited ? unsentTexts : NO_TEXTS);
  useWriteGuard(isPartial ? {...write, phase: 'failed'} : write, lost && `Discard ${lost}?`, discard);

  if (reviewing) {
    const toMatrix = () => {
      // The texts may have changed even if the write failed.
      if (write.phase !== 'idle') load.reload();
      write.reset();
      setReviewing(undefined);
    };
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
        steps={notesSteps({rows: reviewing, version, onRetry})}
        onBack={toMatrix}
        onDone={() => (write.phase === 'done' && !isPartial ? router.back() : toMatrix())}
      />
    );
  }
  if (file.problems) return <RefusedFileStep {...{crumbs, ...file}} problems={file.problems} />;
  if (editing) {
    const close = () => setEditing(undefined);
    const onDone = () => {
      const isPut = state.put(editing.rows, editing.text);
      close();
      const next = withTexts(unsentTexts, editing.rows, () => editing.text);
      if (isPut) review(next, editing.command !== undefined);
    };
    const onChange = (text: string) => setEditing({...editing, text});
    return <TextStep {...{crumbs, isEdited, onChange, onDone}} {...editing} onCancel={close} />;
  }
  return (
    <Matrix
      {...{crumbs, load, version, rows, state}}
      live={view.live}
      onEdit={setEditing}
      onEditAll={file.edit}
      onReview={() => review(unsentTexts)}
    />
  );
}

function notWritten(result: NotesResult): Ending | undefined {
  const first = mainFailure(result);
  if (!first) return undefined;
  const lines = [result.note ?? '', `${failedTitle(result)}:`, ...failureTexts(result)];
  return {text: lines.join('\n').trim(), code: exitCode(first.error)};
}

interface TextStepProps extends Pick<Editing, 'heading' | 'rows' | 'text' | 'command'> {
  crumbs: readonly string[];
  isEdited: boolean;
  onChange(text: string): void;
  onDone(): void;
  onCancel(): void;
}

const MARGIN = 2;
const LEAST_ROWS = 3;
const COMMAND_HEADING: LineContent = [{text: 'Equivalent command, with the text on stdin:', dim: true}];

function TextStep(props: TextStepProps) {
  const {crumbs, heading, rows: edited, text, command, isEdited, onChange, onDone, onCancel} = props;
  const {leave} = useShell();
  const isStep = command !== undefined;
  const write = `write ${plural(edited.length, 'locale')}`;
  return (
    <Screen
      crumbs={crumbs}
      sub={heading}
      status={lengthText(noteText(text))}
      keys={[
        isStep
          ? goOnKey(write, 'write this text', onDone, {guarded: true})
          : goOnKey('review', 'the review of the new texts', onDone),
        {keys: ['esc'], label: isStep ? 'all texts' : 'cancel', run: () => (isEdited ? leave(onCancel) : onCancel())},
      ]}
    >
      {({columns, rows}) => {
        const width = columns - 2 * MARGIN;
        const lines = isStep ? [COMMAND_HEADING, ...commandText(command, width)].slice(0, rows - LEAST_ROWS) : [];
        const area = {width, height: rows - lines.length};
        return (
          <Box paddingX={MARGIN} flexDirection="column">
            <Box height={area.height}>
              <TextArea {...area} value={text} onChange={onChange} limit={NOTES_LIMIT} />
            </Box>
            <Lines lines={lines} width={width} />
          </Box>
        );
      }}
    </Screen>
  );
}

function lengthText(text: string): LineContent {
  const length = `${text.length} of ${NOTES_LIMIT} characters`;
  return [isTooLong(text) ? {text: `${length}: too long`, tone: 'bad', bold: true} : {text: length, dim: true}];
}
