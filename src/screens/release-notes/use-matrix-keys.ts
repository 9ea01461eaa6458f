import {cleanText, looksLikeKey} from '../../services/model/clean.ts';
import {noteText} from '../../services/model/release-notes.ts';
import {plural} from '../../services/model/values.ts';
import type {ListState} from '../components/list-model.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {
  ALL,
  changesOf,
  type DraftState,
  type Editing,
  type MatrixRow,
  type NotesRow,
  type NotesView,
  problemOf,
  targets,
  textOf,
  withTexts,
} from './drafts.ts';

export interface MatrixContent {
  rows: readonly NotesRow[];
  state: DraftState;
  live: NotesView['live'];
  onEdit(editing: Editing): void;
  onEditAll(): void;
  onOpenFolder(): void;
  onReview(rows: readonly NotesRow[]): void;
}

export function useMatrixKeys(props: MatrixContent, list: ListState<MatrixRow>): Binding[] {
  const {rows, state, live, onEdit, onEditAll, onOpenFolder, onReview} = props;
  const {readOnly} = useServices();
  const {toast, edit, ask} = useShell();
  const selected = list.selected === ALL ? undefined : list.selected;
  const refused = readOnly === undefined ? undefined : `this run is read-only (${readOnly})`;
  const unavailable = refused ?? (rows.length > 0 ? undefined : 'this version has no locales');
  const hasEmpty = rows.some((row) => textOf(row) === '');
  const isOwn = selected !== undefined && textOf(selected) !== '';

  const put = (some: readonly NotesRow[], text: string, kept = ''): boolean => {
    if (looksLikeKey(text)) {
      toast(`The text contains a private key: it was left out.${kept}`, 'bad');
      return false;
    }
    if (text.trim() === '') toast('An empty text is not sent: the locale keeps what it has.', 'busy');
    state.change((drafts) => withTexts(drafts, some, () => text));
    return true;
  };
  const editOne = (row: NotesRow) => {
    const text = textOf(row);
    onEdit({heading: row.locale, rows: [row], start: text, text, accept: (next) => put([row], next)});
  };
  const editOutside = async (row: NotesRow) => {
    const before = textOf(row);
    const edited = await edit(before, `release_notes-${row.locale}.txt`);
    if (!edited) return;
    const isSame = noteText(edited.text) === before;
    if (isSame) toast('Nothing was changed.');
    if (isSame || put([row], edited.text, edited.kept)) edited.taken();
  };
  const oneForAll = async () => {
    if (!hasEmpty && !(await ask(replaceQuestion(rows.length)))) return;
    const some = hasEmpty ? targets(rows, selected) : rows;
    const text = [...state.drafts.values()].at(-1) ?? '';
    const heading = headingFor(some, rows, hasEmpty);
    onEdit({heading, rows: some, start: text, text, accept: (next) => put(some, next)});
  };
  const copyLive = () => {
    if ('missing' in live) return;
    const texts = new Map(live.notes.map(({locale, whatsNew}) => [locale, whatsNew]));
    const wanted = targets(rows, selected);
    const found = wanted.filter(({locale}) => texts.get(locale) !== undefined);
    state.change((drafts) => withTexts(drafts, found, ({locale}) => texts.get(locale)));
    const from = cleanText(live.version?.versionString ?? 'the live version');
    if (wanted.length === 0)
      toast('Every locale has a text. Select one to copy its text from the live version.', 'busy');
    else if (found.length === 0)
      toast(`${from} has no text for ${wanted.map(({locale}) => locale).join(', ')}.`, 'busy');
    else toast(`Copied ${plural(found.length, 'text')} from ${from}.`);
  };
  const review = () => {
    const problem = problemOf(rows);
    if (!problem) return onReview(rows.filter(({text}) => text !== undefined));
    list.select(list.rows.indexOf(problem.row));
    toast(problem.message, 'bad');
  };
  const key = (name: string, label: string, title: string, run: () => void, why = unavailable) =>
    paletteKey(name, label, title, run, {unavailable: why});
  const forAll = isOwn ? `Replace the text of ${selected.locale}` : 'One text for every locale without one';
  const fromLive = `Copy ${isOwn ? `the text of ${selected.locale}` : 'missing texts'} from the live version`;
  const outside = selected ? `Edit ${selected.locale} in $VISUAL, $EDITOR or vi` : 'Edit all locales in one file';
  const unchanged = changesOf(rows).size === 0 ? 'no text has changed' : undefined;
  return [
    {
      ...key('enter', 'edit', 'Edit the text', () => (selected ? editOne(selected) : void oneForAll())),
      inPalette: false,
    },
    key('ctrl+s', 'review', 'Review the new texts, then write them', review, refused ?? unchanged),
    key('e', 'in $EDITOR', outside, () => (selected ? void editOutside(selected) : onEditAll())),
    key('a', 'one text for all', hasEmpty ? forAll : 'Replace every text with one', () => void oneForAll()),
    key('l', 'copy from live', fromLive, copyLive, unavailable ?? ('missing' in live ? live.missing : undefined)),
    key('o', 'open folder', 'Read the texts from a fastlane folder', onOpenFolder),
    key('u', 'undo', 'Undo the last change', state.undo, state.canUndo ? undefined : 'nothing was changed'),
  ];
}

function replaceQuestion(count: number) {
  return {
    title: count === 1 ? 'Replace the text?' : `Replace all ${count} texts?`,
    lines: ['No locale is empty. You will see the difference before anything is written.'],
    yes: count === 1 ? 'replace it' : `replace all ${count}`,
    no: 'only empty ones (none)',
  };
}

function headingFor(some: readonly NotesRow[], rows: readonly NotesRow[], toEmpty: boolean): string {
  if (!toEmpty) return rows.length === 1 ? `${rows[0]?.locale}` : `One text for all ${rows.length} locales`;
  const [only, ...others] = some;
  if (only && others.length === 0 && textOf(only) !== '') return `${only.locale} only: it already has a text`;
  return `One text for ${some.length === 1 ? 'the locale' : `the ${some.length} locales`} without one`;
}
