import {useCallback, useEffect, useMemo, useSyncExternalStore} from 'react';
import {capitalized} from '../../services/model/values.ts';
import {type App, type StoreVersion, versionName} from '../../services/model/version.ts';
import {buildPage, versionPage} from '../../services/model/web-pages.ts';
import {localDate, millisecondsOf} from '../../services/text/local-time.ts';
import {pad} from '../../services/text/width.ts';
import type {Column} from '../components/list-model.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useDisplay, useServices} from '../context/services.ts';
import {useTarget} from '../context/shell.ts';
import {shortRollOut} from '../facts/attributes.ts';
import {ACTION_LABELS, actionKeys, actionParams, nextStepLabel, pickTitle, whyNotPick} from '../flows/actions.ts';
import {useAppPageKey} from '../flows/common-keys.ts';
import {type Pages, usePages} from '../hooks/use-pages.ts';
import type {Binding} from '../input/keyboard.ts';
import {ListScreen, useSplit} from '../list/list-screen.tsx';
import {type Listing, type Order, useListing} from '../list/use-listing.ts';
import {appLabel, platformName, stateDisplay, stateSegments} from '../text/labels.ts';
import {lineWidth} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {type Filters, filterLine, sent, useFilters} from './filters.tsx';
import {PREVIEWS, usePreview, VersionPreview} from './preview.tsx';

export function Versions() {
  const {theme, size, screenReader} = useDisplay();
  const router = useRouter();
  const {appId = '', pickFor} = useEntry().params;
  const split = useSplit();
  const hasPane = split.at !== undefined;
  const {filters, clear, keys, dialog} = useFilters();
  const {queries, readOnly, known, host} = useServices();
  const refreshPreviews = useCallback(() => queries.invalidateAll(PREVIEWS), [queries]);
  const {app, pages} = useVersions(filters, refreshPreviews);
  const {items} = pages;
  const isOnePlatform = useMemo(() => new Set(items.map(({platform}) => platform)).size === 1, [items]);
  const changes = useSyncExternalStore(queries.subscribe, () => queries.changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache stays the same object, so its changes are counted
  const rollOuts = useMemo(() => {
    const textOf = (version: StoreVersion) => shortRollOut(known.withRollOut(version).version.phasedRelease, ' ') ?? '';
    return items.map(textOf).join();
  }, [items, known, changes]);
  const {overtakenBy, whyOvertaken} = pages.load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts stand for the facts behind `known`
  const columns = useMemo(
    () => versionColumns(theme.glyphs, isOnePlatform, (version) => known.withRollOut(version).version, overtakenBy),
    [theme, isOnePlatform, rollOuts, overtakenBy],
  );
  const listing = useListing(pages, {
    searchText: versionSearchText,
    orders: ORDERS,
    prefers: (version) => !whyNotPick(pickFor, {app, version}),
  });
  const {selected, unread} = listing;
  const preview = usePreview({version: selected, appId: app?.id, listedAt: pages.load.at}, refreshPreviews, hasPane);
  const full = preview?.isCurrent ? preview.facts?.version : undefined;
  const shown = full ? {version: full, isComplete: true} : selected && known.withRollOut(selected);
  const overtaken = !full && selected && overtakenBy.includes(selected.id) ? whyOvertaken : undefined;
  const target = {app, ...shown, unread, overtaken, readOnly};
  useTarget(target);
  const step = full && nextStepLabel(target, host.clock.now(), known.of(full));
  const webPage = useAppPageKey(app, {shown: 'help'});

  const actions = actionKeys(target, router);
  const isShip = ({keys: [key]}: Binding) => key === ACTION_LABELS.ship.key;
  const rowKeys = actions
    .filter((key) => !isShip(key))
    .map((key): Binding => ({...key, shown: key.unavailable === undefined ? 'footer' : 'help'}));
  const filterKeys = keys.map((key): Binding => ({...key, shown: 'rest'}));
  const purpose = pickTitle(pickFor);
  const destination = pickFor && purpose ? pickFor : 'version';
  return (
    <ListScreen
      crumbs={[purpose ?? 'Apps', app ? appLabel(app) : appId]}
      listing={listing}
      columns={columns}
      noun="version"
      open={{
        label: purpose ? 'choose' : 'open',
        title: purpose ?? 'Open this version',
        unavailable: whyNotPick(destination, target),
        run: () => router.push(destination, actionParams(target)),
      }}
      keys={[...actions.filter(isShip), ...filterKeys, split.key, webPage]}
      rowKeys={rowKeys}
      clearFilter={clear}
      sub={filterLine(filters, countText(listing), {width: size.columns - 2, screenReader})}
      versionsOf={(version) => [{app, version}]}
      status={(cut) => (hasPane ? '' : capitalized(cut)) || pageText(pages, theme.glyphs.dot)}
      dialog={dialog}
      pane={{at: split.at, content: (room) => <VersionPreview preview={preview} step={step} size={room} />}}
      empty="No versions yet. c creates one."
    />
  );
}

/** The API's maximum, so that scrolling waits less often. */
const PAGE = 200;

function useVersions(filters: Filters, refreshPreviews: () => void) {
  const {session, markUsed} = useServices();
  const {params, saved} = useEntry();
  const {appId = '', app: given} = params;
  const known = given ?? (appId.includes('.') ? undefined : {id: appId});
  const app = (saved.get('app') as App | undefined) ?? known;
  useEffect(() => {
    if (app) markUsed(app.id);
  }, [app, markUsed]);

  const key = `versions:${JSON.stringify([given?.id ?? appId, filters])}`;
  const pages = usePages<StoreVersion>(key, async (next, signal) => {
    const store = await session.store();
    if (next) return store.listVersions({next}, signal);
    const found = app?.name === undefined ? await store.findApp(appId, signal) : app;
    const page = await store.listVersions({app: found.id, ...sent(filters), limit: PAGE, parts: ['build']}, signal);
    // The list is drawn right after this. A state would draw a frame before it, and the list would wait for the next.
    if (app?.name === undefined) saved.set('app', {...found, ...page.app});
    return page;
  });
  const {load} = pages;
  const reload = () => {
    refreshPreviews();
    load.reload();
  };
  return {app, pages: {...pages, load: {...load, reload}}};
}

function countText({pages: {load, items, total}, search}: Listing<StoreVersion>): string {
  if (search.query !== '') return search.count;
  if (load.at === undefined) return '';
  return total === undefined || total <= items.length ? String(items.length) : `${items.length} of ${total}`;
}

function pageText({pages, items, hasMore}: Pages<StoreVersion>, dot: string): string {
  if (pages === 0) return '';
  return [`page ${pages}`, `${items.length} loaded`, ...(hasMore ? ['more below'] : [])].join(` ${dot} `);
}

function versionColumns(
  glyphs: Glyphs,
  isOnePlatform: boolean,
  withRollOut: (version: StoreVersion) => StoreVersion,
  overtakenBy: readonly string[],
): Column<StoreVersion>[] {
  const rollOutOf = (version: StoreVersion, between: string) => {
    const text = shortRollOut(withRollOut(version).phasedRelease, ` ${glyphs.dot} `);
    return text === undefined ? '' : between + text;
  };
  return [
    {
      title: 'Version',
      importance: 10,
      min: 7,
      max: 24,
      cell: (version) => [{text: versionName(version), page: versionPage(version, version.appId)}],
    },
    {
      title: 'Platform',
      importance: isOnePlatform ? 0 : 4,
      min: 8,
      max: 14,
      cell: ({platform}) => (platform ? platformName(platform) : glyphs.none),
    },
    {
      title: 'State',
      showsState: true,
      importance: 9,
      min: 31,
      max: 40,
      cell(version) {
        const content = stateSegments(version.state, glyphs, rollOutOf(version, ` ${glyphs.dot} `));
        return overtakenBy.includes(version.id) ? pad(glyphs.ellipsis, lineWidth(content)) : content;
      },
      spoken: (version) =>
        overtakenBy.includes(version.id)
          ? 'state not read yet'
          : stateDisplay(version.state).name + rollOutOf(version, ', '),
    },
    {
      title: 'Created',
      importance: 3,
      min: 11,
      max: 16,
      cell: ({createdDate}) => localDate(createdDate) ?? glyphs.none,
      spoken: ({createdDate}) => (createdDate ? `created ${localDate(createdDate)}` : ''),
    },
    {
      title: 'Build',
      importance: 1,
      min: 5,
      max: 12,
      align: 'right',
      cell: ({build, platform, appId}) => [
        build?.version === undefined
          ? {text: glyphs.none, dim: true}
          : {text: build.version, page: buildPage({id: build.id, platform}, appId)},
      ],
      spoken: ({build}) => (build ? `build ${build.version ?? build.id}` : ''),
    },
  ];
}

const ORDERS: Order<StoreVersion>[] = [
  {by: 'Created', descendingFirst: true, key: ({createdDate}) => millisecondsOf(createdDate)},
  {by: 'Version', descendingFirst: true, key: ({versionString}) => versionString},
  {by: 'Platform', key: ({platform}) => platform && platformName(platform)},
  {by: 'State', key: ({state}) => stateDisplay(state).name},
];

function versionSearchText({id, versionString = '', platform = '', state, build}: StoreVersion): string {
  return [versionString, platformName(platform), stateDisplay(state).name, build?.version ?? '', id].join(' ');
}
