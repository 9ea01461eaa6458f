import {Box, Text} from 'ink';
import {memo, type ReactNode} from 'react';
import {formatTable} from '../../app/present/table.ts';
import {capitalized, plural} from '../../services/model/values.ts';
import type {Size} from '../../services/text/width.ts';
import {List} from '../components/list.tsx';
import {type Column, cutText, type ListState, usePlaced} from '../components/list-model.ts';
import {SearchLine} from '../components/text-field.tsx';
import {useDisplay} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {moreNotice, type Notice} from '../frame/banner.ts';
import {Screen} from '../frame/screen.tsx';
import {useWatchedRows, type WatchedVersion} from '../hooks/use-changes.ts';
import {NOTHING_READ} from '../hooks/use-query.ts';
import {type Binding, paletteKey} from '../input/keyboard.ts';
import {type LineContent, segmentsOf} from '../text/lines.ts';
import {type Listing, loadedText, useRest} from './use-listing.ts';

export interface StatusRoom {
  width: number;
  /** Returns whether a column is left out, because the terminal is too narrow. */
  hides(title: string): boolean;
}

interface ListScreenProps<Row extends {id: string}> {
  crumbs: readonly string[];
  listing: Listing<Row>;
  columns: readonly Column<Row>[];
  waiting?: boolean;
  noun: string;
  open: {label: string; title: string; unavailable?: string; run(row: Row): void};
  keys?: readonly Binding[];
  /** Keys for the selected row. They come last, so that the other keys keep their places in a narrow footer. */
  rowKeys?: readonly Binding[];
  clearFilter?(): void;
  sub?: LineContent;
  notice?: Notice;
  /** @param cut the selected row's values in columns that are cut or left out */
  status: LineContent | undefined | ((cut: string, room: StatusRoom) => LineContent);
  dialog?: ReactNode;
  pane?: {at: number | undefined; content(size: Size): ReactNode};
  versionsOf?(row: Row): readonly WatchedVersion[];
  empty: string;
}

export function ListScreen<Row extends {id: string}>(props: ListScreenProps<Row>) {
  const {crumbs, listing, columns, waiting, sub, status, dialog, pane, versionsOf} = props;
  const {pages, sort, search, state} = listing;
  const {load} = pages;
  const watch = useWatchedRows(pages, listing.selected?.id, columns, versionsOf);
  const keys = useListKeys(props);
  const onEnd = useRest(listing);
  const shown = watch?.columns ?? columns;
  const {size} = useDisplay();
  const paneAt = pane?.at;
  const placed = usePlaced(shown, pages.items, paneAt ?? size.columns);
  const hides = (wanted: string) => placed.every(({title}) => title !== wanted);
  return (
    <Screen
      crumbs={crumbs}
      load={load}
      watch={watch?.watched}
      waiting={pages.slowMore || waiting}
      notice={moreNotice(pages) ?? props.notice}
      sub={sub}
      keys={keys}
      status={
        typeof status === 'function'
          ? ({columns: width}) => status(cutText(listing.selected, shown, placed), {width, hides})
          : status
      }
      input={search.open || search.query !== '' ? (width) => <SearchLine {...search} width={width} /> : undefined}
      readAt={load.at}
      splitAt={paneAt}
      dialog={dialog}
    >
      {({columns: width, rows}) => (
        <Box>
          <Box width={paneAt ?? width} flexDirection="column" flexShrink={0}>
            <List
              {...{state, sort, onEnd}}
              stale={load.stale}
              columns={placed}
              width={paneAt ?? width}
              height={rows}
              loading={load.busy && pages.items.length === 0}
              empty={whyEmpty(props)}
            />
          </Box>
          {paneAt === undefined ? null : (
            <>
              <Rule height={rows} />
              <Box paddingLeft={LEFT} flexDirection="column" flexShrink={0}>
                {pane?.content({columns: width - paneAt - 1 - LEFT - RIGHT, rows})}
              </Box>
            </>
          )}
        </Box>
      )}
    </Screen>
  );
}

function useListKeys<Row extends {id: string}>(props: ListScreenProps<Row>): Binding[] {
  const {listing, columns, noun, open, keys = [], rowKeys = [], clearFilter} = props;
  const {copy: copyText, copyId} = useShell();
  const {search, sort, state, selected, unread} = listing;
  const nothing = selected ? undefined : (unread ?? `there is no ${noun} here`);
  const copy = () => selected && copyId(selected.id, `${capitalized(noun)} ID`);
  const copyRows = () => copyText(tableText(columns, state.rows), plural(state.rows.length, 'row'));
  const clear = search.query === '' ? clearFilter : search.clear;
  if (search.open) {
    return [
      {keys: ['enter'], label: 'apply', title: 'Back to the rows that match', run: search.keep},
      {keys: ['esc'], label: 'clear', title: 'Clear the search', run: search.clear},
    ];
  }
  const matches = search.query === '' ? [] : matchKeys(state);
  const isFree = ({keys: [key = '']}: Binding) => !matches.some(({keys: taken}) => taken.includes(key));
  // If a search or a filter leaves no row, the footer has no keys for a row.
  const isEmptied = selected === undefined && unread === undefined && clear !== undefined;
  const forRow = (key: Binding): Binding => (isEmptied && key.group === 'Actions' ? {...key, shown: 'help'} : key);
  return [
    {
      keys: ['enter'],
      shown: isEmptied ? 'help' : undefined,
      label: open.label,
      title: open.title,
      unavailable: nothing ?? open.unavailable,
      run: () => selected && open.run(selected),
    },
    ...matches,
    ...keys.filter(isFree).map(forRow),
    paletteKey('/', 'search', 'Search the loaded rows', search.start),
    ...rowKeys.filter(isFree).map(forRow),
    ...sort.keys,
    ...(clear
      ? [{keys: ['esc'], label: 'clear', title: 'Clear the search or the filters', shown: 'help' as const, run: clear}]
      : []),
    paletteKey('y', 'copy ID', `Copy the ${noun} ID`, copy, {shown: 'help', unavailable: nothing}),
    paletteKey('Y', 'copy rows', 'Copy the rows that are shown, as a table', copyRows, {
      shown: 'help',
      unavailable: nothing,
    }),
  ];
}

function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const textOf = (content: LineContent) =>
    segmentsOf(content)
      .map(({text}) => text)
      .join('')
      .trim();
  const cells = rows.map((row) => columns.map(({cell}) => textOf(cell(row))));
  return formatTable({columns: columns.map(({title}) => title), rows: cells}).join('\n');
}

/** Returns the keys of vim and less for moving between matches, if there is more than one match. */
function matchKeys<Row>({rows, index, select}: ListState<Row>): Binding[] {
  if (rows.length < 2) return [];
  const move = (by: number) => select((((index + by) % rows.length) + rows.length) % rows.length);
  return [
    {keys: ['n'], label: 'next match', repeats: true, run: ({count = 1}) => move(count)},
    {keys: ['N'], label: 'previous', title: 'Previous match', repeats: true, run: ({count = 1}) => move(-count)},
  ];
}

function whyEmpty<Row extends {id: string}>({listing, noun, clearFilter, empty}: ListScreenProps<Row>): string {
  const {pages, search} = listing;
  const {error, at} = pages.load;
  if (search.query !== '' && pages.hasMore)
    return `None in the ${loadedText(pages)}${pages.moreError ? '' : '; loading the rest'}.`;
  if (search.query !== '') return `No ${noun} matches. Esc shows all that are loaded.`;
  if (error) return '';
  if (at === undefined) return NOTHING_READ;
  return clearFilter ? `No ${noun} matches the filters. Esc removes them.` : empty;
}

const SPLIT_FROM = 120;
const LIST_SHARE = 0.55;
const LEFT = 2;
const RIGHT = 1;

export function useSplit() {
  const {size, screenReader, pane} = useDisplay();
  const hasRoom = size.columns >= SPLIT_FROM && !screenReader;
  const isShown = hasRoom && pane.shown;
  const title = isShown ? 'Hide the pane' : 'Show the selected version in a pane';
  const tooNarrow = `it needs ${SPLIT_FROM} columns, this terminal has ${size.columns}`;
  const why = screenReader ? 'it is not available in screen reader mode' : tooNarrow;
  const more: Partial<Binding> = hasRoom ? {} : {shown: 'help', unavailable: why};
  const key = paletteKey('z', 'pane', title, pane.toggle, more);
  return {at: isShown ? Math.floor(size.columns * LIST_SHARE) : undefined, key};
}

const Rule = memo(function Rule({height}: {height: number}) {
  const {side} = useDisplay().theme.glyphs;
  return (
    <Box width={1} flexShrink={0}>
      <Text dimColor>{Array.from({length: height}, () => side).join('\n')}</Text>
    </Box>
  );
});
