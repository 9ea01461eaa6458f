import {elapsed} from '../../app/present/local-time.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {appPage, versionPage} from '../../services/model/web-pages.ts';
import type {Column} from '../components/column-layout.ts';
import type {Order} from '../list/use-listing.ts';
import {platformName, stateDisplay} from '../text/api-names.ts';
import type {Segment} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';
import {type AppStatus, needLabel, rank, type StatusOf} from './need.ts';

function newestPerPlatform(versions: readonly StoreVersion[]): StoreVersion[] {
  return versions.filter(
    (version, index) => versions.findIndex(({platform}) => platform === version.platform) === index,
  );
}

/** `3.2.1` if all platforms agree, otherwise one per platform. */
function liveVersions({versions}: AppOverview, glyphs: Glyphs): string {
  const live = newestPerPlatform(versions.filter(({state}) => stateIs(state, 'live')));
  const strings = [...new Set(live.map(({versionString = '?'}) => versionString))];
  if (strings.length <= 1) return strings[0] ?? glyphs.none;
  return live.map(({platform = '', versionString = '?'}) => `${platformName(platform)} ${versionString}`).join(', ');
}

function movingVersions({versions}: AppOverview): StoreVersion[] {
  return newestPerPlatform(versions.filter(({state}) => !stateIs(state, 'at-rest')));
}

function spokenInFlight(app: AppOverview): string {
  return movingVersions(app)
    .map(({platform = '', versionString = '', state}) =>
      [platformName(platform), versionString, stateDisplay(state).name].join(' ').trim(),
    )
    .join(', ');
}

/** `3.3.0 ◕ pending release`, or one per platform: `iOS 2.0 ◑ · tvOS 2.0 ○`. */
export function inFlight(app: AppOverview, glyphs: Glyphs): Segment[] {
  const moving = movingVersions(app);
  if (moving.length === 0) return [{text: glyphs.none, dim: true}];
  const platforms = new Set(app.versions.map(({platform}) => platform));
  const alone = moving.length === 1;
  return moving.flatMap((version, index): Segment[] => {
    const {glyph, tone, short} = stateDisplay(version.state);
    const name = platforms.size > 1 && version.platform ? `${platformName(version.platform)} ` : '';
    return [
      {text: index > 0 ? ` ${glyphs.dot} ` : '', dim: true},
      {text: `${name}${version.versionString ?? '?'}`, page: versionPage(version, app.id)},
      {text: ' '},
      {text: String(glyphs[glyph]), tone, bold: true},
      {text: alone ? ` ${short}` : ''},
    ];
  });
}

function live(app: AppOverview, {rollOut}: AppStatus, glyphs: Glyphs): Segment[] {
  const version = {text: liveVersions(app, glyphs)};
  return rollOut === undefined ? [version] : [version, {text: `  ${rollOut}`, tone: 'busy'}];
}

/**
 * `now` is when the list was read (epoch milliseconds), so that nothing changes between refreshes. `statusOf` must be
 * stable while no status changes.
 */
export function appColumns(glyphs: Glyphs, statusOf: StatusOf, now: number): Column<AppOverview>[] {
  const since = (app: AppOverview) => {
    const from = statusOf(app).need.since;
    return from === undefined ? undefined : elapsed(now - from);
  };
  return [
    {title: 'App', importance: 10, min: 16, max: 40, cell: ({name, id}) => [{text: name ?? id, page: appPage(id)}]},
    {
      title: 'Bundle ID',
      importance: 1,
      min: 18,
      max: 36,
      cut: 'middle',
      cell: ({bundleId = glyphs.none}) => [{text: bundleId, dim: true}],
    },
    {
      title: 'Live',
      importance: 5,
      min: 19,
      max: 30,
      cell: (app) => live(app, statusOf(app), glyphs),
      spoken: (app) =>
        liveVersions(app, glyphs) === glyphs.none
          ? 'nothing live'
          : ['live', ...live(app, statusOf(app), glyphs).map(({text}) => text.trim())].join(' '),
    },
    {
      title: 'In flight',
      showsState: true,
      importance: 6,
      min: 26,
      cell: (app) => inFlight(app, glyphs),
      spoken: spokenInFlight,
    },
    {
      title: 'Since',
      importance: 3,
      min: 6,
      cell: (app) => since(app) ?? '',
      spoken: (app) => (since(app) === undefined ? '' : `since ${since(app)}`),
    },
    {
      title: 'Needs you',
      importance: 4,
      min: 20,
      cell: (app) => needLabel(statusOf(app).next),
    },
  ];
}

export function appSearchText({name = '', bundleId = '', id, sku = ''}: AppOverview): string {
  return `${name} ${bundleId} ${id} ${sku}`;
}

/** `recent`: app IDs or bundle IDs, most recent first. */
export function appOrders(recent: readonly string[], statusOf: StatusOf): Order<AppOverview>[] {
  const place = ({id, bundleId}: AppOverview) => {
    const found = recent.findIndex((one) => one === id || one === bundleId);
    return found < 0 ? recent.length : found;
  };
  return [
    {by: 'Needs you', key: (app) => rank(statusOf(app).need)},
    {by: 'App', key: ({name, id}) => name ?? id},
    {by: 'Since', key: (app) => statusOf(app).need.since},
    {by: 'Last used', key: place},
  ];
}
