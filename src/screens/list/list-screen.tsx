import type {ReactNode} from 'react';
import type {Column} from '../components/column-layout.ts';
import {List} from '../components/list.tsx';
import {SearchLine} from '../components/text-field.tsx';
import {moreNotice} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import type {WatchedState} from '../hooks/use-changes.ts';
import type {Load} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import type {LineContent} from '../text/line-content.ts';
import type {Size} from '../text/width.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {emptyText} from './empty-text.ts';
import {SplitView} from './split-view.tsx';
import {type ListKeys, useListScreenKeys} from './use-list-screen-keys.ts';
import type {Listing} from './use-listing.ts';
import type {Split} from './use-split.ts';
import {useWatchedRows} from './use-watched-rows.ts';

interface ListScreenProps<Row> extends ListKeys<Row> {
  crumbs: readonly string[];
  listing: Listing<Row>;
  /** Stable across renders. */
  columns: readonly Column<Row>[];
  /** A load that comes before the rows. */
  before?: Load<unknown>;
  /** A line between header and rule, e.g. filters in force. */
  sub?: LineContent;
  /** Left end of the line above the footer. */
  status: string;
  dialog?: ReactNode;
  /** What is known of the selected row, beside the list. */
  pane?: {split: Split; content(size: Size): ReactNode};
  /** The states of a row, for watching; absent where nothing is watched. Not called unless it is on. */
  statesOf?(row: Row): readonly WatchedState[];
  /** Shown when there are no rows, and neither a search nor a filter hides them. */
  empty: string;
}

/**
 * A screen of rows, with pages, search, sort, selection, refresh, errors, and a key that copies the ID of the selected
 * row.
 */
export function ListScreen<Row extends {id: string}>(props: ListScreenProps<Row>) {
  const {crumbs, listing, columns, before, sub, status, dialog, pane, noun, clearFilter, statesOf, empty} = props;
  const time = useLocalTime();
  const {pages, sort, search, state} = listing;
  const load = before?.busy || before?.error ? before : pages.load;
  const {at, outdated} = pages.load;
  const watch = useWatchedRows(listing, columns, statesOf);
  const keys: Binding[] = useListScreenKeys(props, load);
  const updated = at === undefined ? '' : `updated ${time.clock(at)}`;
  const list = ({columns: width, rows}: Size) => (
    <List
      state={state}
      columns={watch?.columns ?? columns}
      width={width}
      height={rows}
      sort={sort}
      stale={outdated}
      loading={load.busy}
      onEnd={pages.more}
      empty={emptyText({noun, search: search.query, filtered: clearFilter !== undefined, load, empty})}
    />
  );
  return (
    <Screen
      crumbs={crumbs}
      load={load}
      watch={watch?.watched}
      waiting={pages.slowMore}
      notice={moreNotice(pages)}
      sub={sub}
      keys={keys}
      status={status}
      input={search.open || search.query !== '' ? <SearchLine {...search} /> : undefined}
      statusRight={updated}
      splitAt={pane?.split.at}
      dialog={dialog}
    >
      {(size) => <SplitView size={size} at={pane?.split.at} list={list} pane={pane?.content} />}
    </Screen>
  );
}
