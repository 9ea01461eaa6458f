import {useMemo, useState} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {NOTES_LIMIT, noteText} from '../../services/model/release-notes.ts';
import {capitalized, plural} from '../../services/model/values.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Size} from '../../services/text/width.ts';
import {List} from '../components/list.tsx';
import {type Column, cutText, hiddenRows, type ListState, useListState, usePlaced} from '../components/list-model.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {discardQuestion, useShell} from '../context/shell.ts';
import {Screen} from '../frame/screen.tsx';
import type {Query} from '../hooks/use-query.ts';
import {type Binding, goOnKey, paletteKey} from '../input/keyboard.ts';
import type {LineContent} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {FolderDialog} from './folder-dialog.tsx';
import type {NotesView} from './read-notes.ts';
import {
  ALL,
  changesOf,
  countsText,
  type Editing,
  isTooLong,
  type MatrixRow,
  type NotesRow,
  problemOf,
  targets,
  textOf,
  type UnsentState,
  withTexts,
} from './unsent-texts.ts';

interface MatrixProps {
  crumbs: readonly string[];
  load: Query<NotesView>;
  version: StoreVersion;
  rows: readonly NotesRow[];
  state: UnsentState;
  live: NotesView['live'];
  onEdit(editing: Editing): void;
  onEditAll(): void;
  onReview(): void;
}

export function Matrix(props: MatrixProps) {
  const {crumbs, load, version, rows, state} = props;
  const {toast} = useShell();
  const [choosesFolder, setChoosesFolder] = useState(false);
  const {theme, size} = useDisplay();
  const columns = useMemo(() => withAll(matrixColumns(theme.glyphs), rows), [theme, rows]);
  const shown: readonly MatrixRow[] = useMemo(() => (rows.length > 1 ? [ALL, ...rows] : rows), [rows]);
  const hasAll = rows.every(({now}) => now);
  const hasFailed = rows.some(({failure}) => failure !== undefined);
  const list = useListState<MatrixRow>(
    hasFailed ? 'failed locales' : 'locales',
    shown,
    (row) => (row === ALL ? ALL : row.locale),
    {
      prefers: (row) => row !== ALL && (hasFailed ? row.failure !== undefined : !row.now || hasAll),
      readAt: load.at,
    },
  );
  const keys = useMatrixKeys(props, list, () => setChoosesFolder(true));
  const placed = usePlaced(columns, shown, size.columns);
  const selected = list.selected === ALL ? undefined : list.selected;
  const {dot, rejected} = theme.glyphs;
  const sub = ({rows: height}: Size) =>
    [countsText(rows, dot), hiddenRows(list, height - 1)].filter((text) => text !== '').join(` ${dot} `);
  const status: LineContent = selected?.failure
    ? [{text: `${rejected} `, tone: 'bad', bold: true}, {text: `${selected.locale}: ${selected.failure}`}]
    : capitalized(cutText(list.selected, columns, placed));
  const onRead = (texts: ReadonlyMap<string, string>, from: string) => {
    const next = withTexts(state.unsentTexts, rows, ({locale}) => texts.get(locale));
    const different = rows.filter(({locale, now}) => (next.get(locale) ?? now) !== now).length;
    state.change(next);
    setChoosesFolder(false);
    const news = different === 0 ? 'none differs' : `${different} new`;
    toast(`Read ${plural(texts.size, 'text')} from ${from}: ${news}.`, 'good');
  };
  const folder = {name: version.versionString ?? 'this version', has: rows.map(({locale}) => locale)};
  const dialog = choosesFolder ? (
    <FolderDialog version={folder} onRead={onRead} onCancel={() => setChoosesFolder(false)} />
  ) : undefined;
  return (
    <Screen crumbs={crumbs} keys={keys} load={load} sub={sub} status={status} dialog={dialog} readAt={load.at}>
      {({columns: width, rows: height}) => (
        <List {...{width, height}} columns={placed} state={list} empty="This version has no locales." />
      )}
    </Screen>
  );
}

function withAll(columns: readonly Column<NotesRow>[], rows: readonly NotesRow[]): Column<MatrixRow>[] {
  const name: LineContent = `All ${rows.length}`;
  const missing = targets(rows, undefined).length;
  const hint = missing > 0 ? `Text for ${missing} missing` : `One text for all ${rows.length}`;
  return columns.map(({title, cell, spoken, ...column}) => ({
    ...column,
    title,
    cell: (row) =>
      row !== ALL ? cell(row) : title === 'Locale' ? name : title === 'New' ? [{text: hint, dim: true}] : '',
    spoken: spoken && ((row) => (row !== ALL ? spoken(row) : title === 'New' ? hint : '')),
  }));
}

/** Wider than any screen, so that columns stay in place whatever the texts are. */
const SHOWN = 200;

function matrixColumns(glyphs: Glyphs): Column<NotesRow>[] {
  const start = (text: string) => {
    const [line = '', ...rest] = text.split('\n');
    return `${line.slice(0, SHOWN)}${rest.length > 0 ? ` ${glyphs.ellipsis}` : ''}`;
  };
  const none: LineContent = [{text: glyphs.none, dim: true}];
  return [
    {title: 'Locale', cell: ({locale}) => locale, min: 7, importance: 4},
    {
      title: 'Now',
      cell: ({now}) => (now === undefined ? none : [{text: start(now), dim: true}]),
      spoken: ({now}) => (now === undefined ? '' : `now: ${start(now)}`),
      min: 12,
      room: SHOWN,
      importance: 1,
    },
    {
      title: 'New',
      cell: ({text, sameAs, failure}) => {
        if (text === undefined) return none;
        const sign = failure === undefined ? [] : [{text: `${glyphs.rejected} `, tone: 'bad' as const}];
        return [...sign, sameAs === undefined ? {text: start(text)} : {text: `same as ${sameAs}`, dim: true}];
      },
      spoken: ({text, sameAs, failure}) => {
        if (text === undefined) return '';
        return `new: ${sameAs === undefined ? start(text) : `same as ${sameAs}`}${failure === undefined ? '' : ', failed'}`;
      },
      min: 16,
      room: SHOWN,
      importance: 3,
    },
    {
      title: 'Length',
      cell: (row) => {
        const text = textOf(row);
        if (text === '') return [{text: 'missing', bold: true}];
        if (isTooLong(text)) return [{text: `${text.length} > ${NOTES_LIMIT}`, tone: 'bad', bold: true}];
        return String(text.length);
      },
      spoken: (row) => {
        const text = textOf(row);
        if (isTooLong(text)) return `too long: ${text.length} of ${NOTES_LIMIT} characters`;
        return text === '' ? 'missing' : `${text.length} characters`;
      },
      align: 'right',
      importance: 2,
    },
  ];
}

function useMatrixKeys(
  {rows, state, live, onEdit, onEditAll, onReview}: MatrixProps,
  list: ListState<MatrixRow>,
  onOpenFolder: () => void,
): Binding[] {
  const {readOnly} = useServices();
  const {toast, edit, ask} = useShell();
  const selected = list.selected === ALL ? undefined : list.selected;
  const refused = readOnly === undefined ? undefined : `this run is read-only (${readOnly})`;
  const unavailable = refused ?? (rows.length > 0 ? undefined : 'this version has no locales');
  const hasEmpty = rows.some((row) => textOf(row) === '');
  const isOwn = selected !== undefined && textOf(selected) !== '';

  const editTexts = (heading: string, some: readonly NotesRow[], text: string) =>
    onEdit({heading, rows: some, start: text, text});
  const editOutside = async (row: NotesRow) => {
    const before = textOf(row);
    const edited = await edit(before, `release_notes-${row.locale}.txt`);
    if (!edited) return;
    const isSame = noteText(edited.text) === before;
    if (isSame) toast('Nothing was changed.');
    if (isSame || state.put([row], edited.text, edited.kept)) edited.taken();
  };
  const oneForAll = () => {
    const some = hasEmpty ? targets(rows, selected) : rows;
    const text = [...state.unsentTexts.values()].at(-1) ?? '';
    editTexts(headingFor(some, hasEmpty), some, text);
  };
  const copyLive = () => {
    if ('missing' in live) return;
    const texts = new Map(live.notes.map(({locale, whatsNew}) => [locale, whatsNew]));
    const wanted = targets(rows, selected);
    const found = wanted.filter(({locale}) => texts.get(locale) !== undefined);
    state.change(withTexts(state.unsentTexts, found, ({locale}) => texts.get(locale)));
    const from = cleanText(live.version?.versionString ?? 'the live version');
    if (wanted.length === 0)
      toast('Every locale has a text. Select one to copy its text from the live version.', 'busy');
    else if (found.length === 0)
      toast(`${from} has no text for ${wanted.map(({locale}) => locale).join(', ')}.`, 'busy');
    else toast(`Copied ${plural(found.length, 'text')} from ${from}.`);
  };
  const review = () => {
    const problem = problemOf(rows);
    if (problem) list.select(list.rows.indexOf(problem.row));
    onReview();
  };
  const dropped = state.droppedByUndo;
  const undo = async () => {
    if (dropped > 0 && !(await ask(discardQuestion(`Discard ${plural(dropped, 'unsent text')}?`)))) return;
    state.undo();
  };
  const key = (name: string, label: string, title: string, run: () => void, why = unavailable) =>
    paletteKey(name, label, title, run, {unavailable: why});
  const forAll = isOwn ? `Replace the text of ${selected.locale}` : 'One text for every locale without one';
  const fromLive = `Copy ${isOwn ? `the text of ${selected.locale}` : 'missing texts'} from the live version`;
  const outside = selected ? `Edit ${selected.locale} in $VISUAL, $EDITOR or vi` : 'Edit all locales in one file';
  const unchanged = changesOf(rows).size === 0 ? 'no text has changed' : undefined;
  return [
    {
      ...key('enter', 'edit', 'Edit the text', () =>
        selected ? editTexts(selected.locale, [selected], textOf(selected)) : oneForAll(),
      ),
      inPalette: false,
    },
    goOnKey('review', 'the review of the new texts', review, {inPalette: true, unavailable: refused ?? unchanged}),
    key('e', 'in $EDITOR', outside, () => (selected ? void editOutside(selected) : onEditAll())),
    key('a', 'one text for all', hasEmpty ? forAll : 'Replace every text with one', () => oneForAll()),
    key('l', 'copy from live', fromLive, copyLive, unavailable ?? ('missing' in live ? live.missing : undefined)),
    key('o', 'open folder', 'Read the texts from a fastlane folder', onOpenFolder),
    key('u', 'undo', 'Undo the last change', () => void undo(), state.canUndo ? undefined : 'nothing was changed'),
  ];
}

export function headingFor(some: readonly NotesRow[], toEmpty: boolean): string {
  const [only, ...others] = some;
  if (only && others.length === 0) return only.locale;
  return `One text for ${toEmpty ? `the ${some.length} locales without one` : `all ${some.length} locales`}`;
}
