import {type ReactNode, useMemo} from 'react';
import {NOTES_LIMIT} from '../../services/model/release-notes.ts';
import type {Size} from '../../services/text/width.ts';
import {List} from '../components/list.tsx';
import {type Column, cutText, hiddenRows, useListState, usePlaced} from '../components/list-model.ts';
import {useDisplay} from '../context/display.ts';
import {Screen} from '../frame/screen.tsx';
import type {Query} from '../hooks/use-query.ts';
import {capitalized} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';
import {ALL, countsText, isTooLong, type MatrixRow, type NotesRow, type NotesView, textOf} from './drafts.ts';
import {type MatrixContent, useMatrixKeys} from './use-matrix-keys.ts';

interface MatrixProps extends MatrixContent {
  crumbs: readonly string[];
  load: Query<NotesView>;
  dialog?: ReactNode;
}

export function Matrix(props: MatrixProps) {
  const {crumbs, load, rows, dialog} = props;
  const {theme, size} = useDisplay();
  const columns = useMemo(() => withAll(matrixColumns(theme.glyphs), rows.length), [theme, rows.length]);
  const shown: readonly MatrixRow[] = useMemo(() => (rows.length > 1 ? [ALL, ...rows] : rows), [rows]);
  const hasAll = rows.every(({now}) => now);
  const list = useListState<MatrixRow>('locales', shown, (row) => (row === ALL ? ALL : row.locale), {
    prefers: (row) => row !== ALL && (!row.now || hasAll),
    readAt: load.at,
  });
  const keys = useMatrixKeys(props, list);
  const placed = usePlaced(columns, shown, size.columns);
  const selected = list.selected === ALL ? undefined : list.selected;
  const {dot, rejected} = theme.glyphs;
  const sub = ({rows: height}: Size) =>
    [countsText(rows, dot), hiddenRows(list, height - 1)].filter((text) => text !== '').join(` ${dot} `);
  const status: LineContent = selected?.failure
    ? [{text: `${rejected} `, tone: 'bad', bold: true}, {text: `${selected.locale}: ${selected.failure}`}]
    : capitalized(cutText(list.selected, columns, placed));
  return (
    <Screen crumbs={crumbs} keys={keys} load={load} sub={sub} status={status} dialog={dialog} readAt={load.at}>
      {({columns: width, rows: height}) => (
        <List {...{columns, placed, width, height}} state={list} empty="This version has no locales." />
      )}
    </Screen>
  );
}

function withAll(columns: readonly Column<NotesRow>[], count: number): Column<MatrixRow>[] {
  const name: LineContent = `All ${count}`;
  const hint = 'e file, o folder';
  return columns.map(({title, cell, spoken, ...column}) => ({
    ...column,
    title,
    cell: (row) =>
      row !== ALL ? cell(row) : title === 'Locale' ? name : title === 'New' ? [{text: hint, dim: true}] : '',
    spoken: spoken && ((row) => (row !== ALL ? spoken(row) : title === 'New' ? hint : '')),
  }));
}

/** Wider than any screen, so that columns stay where they are whatever is written. */
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
