import {useMemo} from 'react';
import {inOrderFor, whyNotAttachable} from '../../app/use-cases/attachable.ts';
import type {App} from '../../services/model/app.ts';
import type {Build, StoreVersion} from '../../services/model/version.ts';
import {List} from '../components/list.tsx';
import {type ListState, useListState} from '../components/list-state.ts';
import {useLook} from '../context/look.ts';
import {useSaved} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {moreNotice} from '../frame/banner.tsx';
import {Screen} from '../frame/screen.tsx';
import type {Load} from '../hooks/use-load.ts';
import {usePages} from '../hooks/use-pages.ts';
import {useSearch} from '../hooks/use-search.tsx';
import {versionLabel} from '../text/labels.ts';
import {createLocalTime} from '../text/time.ts';
import {buildColumns, buildName, buildWords} from './build-columns.ts';

const PAGE = 200;

interface BuildListProps {
  version: StoreVersion;
  app: App;
  crumbs: readonly string[];
  onChoose(build: Build): void;
}

/** The builds of the app for the version's platform; those that cannot be attached are dim and say why. */
export function BuildList({version, app, crumbs, onChoose}: BuildListProps) {
  const {session, host} = useServices();
  const {theme} = useLook();
  const {copy} = useShell();
  const {versionString, platform} = version;
  const attachedId = version.build?.id;
  const time = useMemo(() => createLocalTime(host.env), [host]);
  const columns = useMemo(
    () => buildColumns(theme.glyphs, time, {versionString, attachedId}),
    [theme, time, versionString, attachedId],
  );
  const pages = usePages<Build>('builds', `${app.id} ${platform}`, async (next, signal) => {
    const store = await session.store();
    return store.listBuilds(
      next ? {next} : {app: app.id, platforms: platform === undefined ? undefined : [platform], limit: PAGE},
      signal,
    );
  });
  const {items, load} = pages;
  const ordered = useMemo(() => inOrderFor(items, versionString), [items, versionString]);
  const search = useSearch(ordered, buildWords);
  const list = usePreferred(search.rows, (row) => whyNotAttachable(row, attachedId) === undefined);
  const build = list.selected;

  const total = pages.total !== undefined && pages.total > items.length ? ` of ${pages.total}` : '';
  return (
    <Screen
      crumbs={crumbs}
      load={load}
      waiting={pages.slowMore}
      notice={moreNotice(pages)}
      keys={[
        {
          keys: ['enter'],
          label: 'choose',
          title: build ? `Choose build ${buildName(build)}` : 'Choose this build',
          unavailable: build ? whyNotAttachable(build, attachedId) : 'there is no build here',
          run: () => build && onChoose(build),
        },
        ...search.keys,
        {
          keys: ['y'],
          label: 'copy ID',
          title: 'Copy the build ID',
          inPalette: true,
          unavailable: build ? undefined : 'there is no build here',
          run: () => build && copy(build.id, 'Build ID'),
        },
      ]}
      status={items.length > 0 ? `For ${versionLabel(version)}: ${items.length}${total} builds` : ''}
      input={search.line}
      statusRight={load.at === undefined ? '' : `updated ${time.clock(load.at)}`}
    >
      {({columns: width, rows}) => (
        <List
          state={list}
          columns={columns}
          width={width}
          height={rows}
          loading={load.busy}
          onEnd={pages.more}
          empty={emptyText(search.query, load)}
        />
      )}
    </Screen>
  );
}

/** Until one moves, the first build that will do is selected: it is the one that is wanted most often. */
function usePreferred(rows: readonly Build[], isPreferred: (row: Build) => boolean): ListState<Build> {
  const list = useListState('builds', rows, ({id}) => id);
  const [hasMoved, setMoved] = useSaved('moved', false);
  const index = hasMoved ? -1 : rows.findIndex(isPreferred);
  return {
    ...list,
    ...(index > 0 ? {index, selected: rows[index]} : {}),
    select(wanted) {
      setMoved(true);
      list.select(wanted);
    },
  };
}

function emptyText(query: string, {error, at}: Load<unknown>): string {
  if (query !== '') return 'No build matches. Esc shows all that are loaded.';
  if (error) return '';
  if (at === undefined) return 'Not read: r reads the builds.';
  return 'No builds for this platform yet. r looks again after an upload.';
}
