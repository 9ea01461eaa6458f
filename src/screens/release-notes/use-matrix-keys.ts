import {cleanText, looksLikeKey} from '../../services/model/clean.ts';
import {noteText} from '../../services/model/release-notes.ts';
import type {ListState} from '../components/list-state.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import type {Binding} from '../input/keyboard.ts';
import {
  changesOf,
  type DraftState,
  type Editing,
  type NotesRow,
  problemOf,
  targets,
  textOf,
  withText,
} from './drafts.ts';
import type {NotesView} from './use-notes.ts';

export interface MatrixContent {
  rows: readonly NotesRow[];
  state: DraftState;
  live: NotesView['live'];
  onEdit(editing: Editing): void;
  onReview(rows: readonly NotesRow[]): void;
}

export function useMatrixKeys(props: MatrixContent, list: ListState<NotesRow>): Binding[] {
  const {rows, state, live, onEdit, onReview} = props;
  const {readOnly} = useServices();
  const {toast, edit} = useShell();
  const {selected} = list;
  const refused = readOnly === undefined ? undefined : `this run is read-only (${readOnly})`;
  const forRow = refused ?? (selected ? undefined : 'there is no locale');
  const changed = changesOf(rows);

  const put = (some: readonly NotesRow[], text: string) => {
    if (looksLikeKey(text)) return toast('The text holds a private key: it was left out.', 'bad');
    if (text.trim() === '') toast('An empty text is not sent: the locale keeps what it has.', 'busy');
    state.change((drafts) => some.reduce((all, row) => withText(all, row, text), drafts));
  };
  const editHere = (row: NotesRow) => {
    const text = textOf(row);
    onEdit({heading: row.locale, start: text, text, accept: (next) => put([row], next)});
  };
  const editOutside = async (row: NotesRow) => {
    const before = textOf(row);
    const result = await edit(before, `release_notes-${row.locale}.txt`);
    if ('problem' in result) toast(result.problem, 'bad');
    else if (noteText(result.text) === before) toast('Nothing was changed.');
    else put([row], result.text);
  };
  const oneForAll = (row: NotesRow) => {
    const some = targets(rows, row);
    const text = [...state.drafts.values()].at(-1) ?? '';
    const heading = some.length === 1 && textOf(row) !== '' ? `${row.locale} only: it has a text` : emptyOnes(some);
    onEdit({heading: `One text for ${heading}`, start: text, text, accept: (next) => put(some, next)});
  };
  const copyLive = (row: NotesRow) => {
    if ('missing' in live) return;
    const texts = new Map(live.notes.map(({locale, whatsNew}) => [locale, whatsNew]));
    const found = targets(rows, row).filter(({locale}) => texts.get(locale) !== undefined);
    state.change((drafts) => found.reduce((all, one) => withText(all, one, texts.get(one.locale) ?? ''), drafts));
    const from = cleanText(live.version?.versionString ?? 'the live version');
    if (found.length === 0) toast(`${from} has no text for ${row.locale}.`, 'busy');
    else toast(`${found.length === 1 ? '1 text' : `${found.length} texts`} copied from ${from}.`);
  };
  const review = () => {
    const problem = problemOf(rows);
    if (!problem) return onReview(rows.filter(({text}) => text !== undefined));
    list.select(problem.index);
    toast(problem.message, 'bad');
  };
  const rowKey = (key: string, label: string, title: string, run: (row: NotesRow) => void, unavailable = forRow) => ({
    keys: [key],
    label,
    title,
    unavailable,
    inPalette: true,
    run: () => selected && run(selected),
  });
  const noLive = forRow ?? ('missing' in live ? live.missing : undefined);
  return [
    {...rowKey('enter', 'edit', 'Edit the text', editHere), inPalette: false},
    {
      keys: ['ctrl+s'],
      label: 'review',
      title: 'Review the new texts, then write them',
      unavailable: refused ?? (changed.size === 0 ? 'no text has changed' : undefined),
      inPalette: true,
      run: review,
    },
    rowKey('e', 'in $EDITOR', 'Edit the text in $VISUAL or $EDITOR', (row) => void editOutside(row)),
    rowKey('a', 'one text for all', 'One text for all that have none; on a locale with a text, only for it', oneForAll),
    rowKey(
      'l',
      'copy from live',
      'Copy what is missing from the live version; on a locale with a text, only its own',
      copyLive,
      noLive,
    ),
    {
      keys: ['u'],
      label: 'undo',
      title: 'Undo the last change',
      unavailable: state.canUndo ? undefined : 'nothing was changed',
      inPalette: true,
      run: state.undo,
    },
  ];
}

function emptyOnes({length}: readonly NotesRow[]): string {
  return length === 1 ? 'the locale without one' : `the ${length} locales without one`;
}
