import {useMemo} from 'react';
import {List} from '../components/list.tsx';
import {useListState} from '../components/list-state.ts';
import {useDisplay} from '../context/display.ts';
import {Screen} from '../frame/screen.tsx';
import type {Load} from '../hooks/use-load.ts';
import type {LineContent} from '../text/line-content.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {countsText} from './drafts.ts';
import {matrixColumns} from './matrix-columns.ts';
import {type MatrixContent, useMatrixKeys} from './use-matrix-keys.ts';
import type {NotesView} from './use-notes.ts';

interface MatrixProps extends MatrixContent {
  crumbs: readonly string[];
  load: Load<NotesView>;
}

/** Locale by locale: the text now, the new one, and its length. */
export function Matrix(props: MatrixProps) {
  const {crumbs, load, rows} = props;
  const {theme} = useDisplay();
  const {clock} = useLocalTime();
  const columns = useMemo(() => matrixColumns(theme.glyphs), [theme]);
  const list = useListState('locales', rows, ({locale}) => locale);
  const keys = useMatrixKeys(props, list);
  const {selected} = list;
  const counts = countsText(rows, theme.glyphs.dot);
  const status: LineContent = selected?.failure
    ? [{text: `${selected.locale}: ${selected.failure.split('\n')[0]}`, tone: 'bad'}]
    : counts;
  return (
    <Screen
      crumbs={crumbs}
      keys={keys}
      load={load}
      status={status}
      statusRight={load.at === undefined ? '' : `updated ${clock(load.at)}`}
    >
      {({columns: width, rows: height}) => (
        <List state={list} columns={columns} width={width} height={height} empty="This version has no locale." />
      )}
    </Screen>
  );
}
