import {rank} from '../../services/model/next-step.ts';
import {type AppOverview, type StoreVersion, versionName} from '../../services/model/version.ts';
import {appPage, versionPage} from '../../services/model/web-pages.ts';
import {elapsed} from '../../services/text/local-time.ts';
import type {Column} from '../components/list-model.ts';
import {shortRollOut} from '../facts/attributes.ts';
import type {Order} from '../list/use-listing.ts';
import {platformName, stateDisplay} from '../text/labels.ts';
import {lineWidth, type Segment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {type AppStatus, type HomeApp, liveVersions, NOT_READ, type StatusOf} from './app-status.ts';

function platformAndName(version: StoreVersion): string {
  return [platformName(version.platform ?? ''), versionName(version)].join(' ').trim();
}

/** Returns `3.1 day 3 · 5 %` or, if the versions differ, a part for each platform. A narrow column omits platforms. */
function liveText(app: AppOverview, rollOut: AppStatus['rollOut'], glyphs: Glyphs, isNarrow: boolean): string {
  const live = liveVersions(app);
  const isOne = new Set(live.map(versionName)).size === 1;
  const nameOf = isOne || isNarrow ? versionName : platformAndName;
  const progress = shortRollOut(rollOut, isNarrow ? ' ' : ` ${glyphs.dot} `);
  const rolling = rollOut && progress ? nameOf(rollOut.version) : undefined;
  const names = [...new Set(live.map(nameOf))];
  return names.map((name) => (name === rolling ? `${name} ${progress}` : name)).join(', ') || glyphs.none;
}

/** Returns `3.3.0 ◕ approved`, or `iOS 2.0 ◑ · tvOS 2.0 ○`. A narrow column shows each version once. */
function inFlight(app: AppOverview, status: AppStatus, glyphs: Glyphs, isNarrow: boolean): Segment[] {
  const moving = status.inFlight;
  if (status.isWritten) return [{text: [...moving.map(versionName), glyphs.ellipsis].join(' ')}];
  if (moving.length === 0) return [{text: glyphs.none, dim: true}];
  const isOneState = new Set(moving.map(({state}) => state)).size === 1;
  if (isNarrow && moving.length > 1) return drawn(moving, {nameOf: versionName, hasWords: isOneState}, glyphs);
  const platforms = new Set(app.versions.map(({platform}) => platform));
  const nameOf = platforms.size > 1 ? platformAndName : versionName;
  return drawn(moving, {nameOf, hasWords: moving.length === 1}, glyphs);
}

export function inFlightWhole(
  app: AppOverview,
  status: AppStatus,
  glyphs: Glyphs,
  width: number,
): Segment[] | undefined {
  if (status.inFlight.length === 0 || status.isWritten) return undefined;
  const whole = drawn(status.inFlight, {nameOf: platformAndName, hasWords: true}, glyphs);
  return lineWidth(whole) <= width ? whole : inFlight(app, status, glyphs, false);
}

function drawn(
  versions: readonly StoreVersion[],
  {nameOf, hasWords}: {nameOf(version: StoreVersion): string; hasWords: boolean},
  glyphs: Glyphs,
): Segment[] {
  return [...new Set(versions.map(nameOf))].flatMap((name, index): Segment[] => {
    const own = versions.filter((version) => nameOf(version) === name);
    const [only, ...others] = own;
    const states = own.map(({state}) => stateDisplay(state));
    return [
      {text: index > 0 ? ` ${glyphs.dot} ` : '', dim: true},
      {text: name, page: only && others.length === 0 ? versionPage(only, only.appId) : undefined},
      ...states.flatMap(({glyph, tone, short}, place): Segment[] => {
        const times = states.filter((other) => other.glyph === glyph).length;
        if (states.findIndex((other) => other.glyph === glyph) < place) return [];
        return [
          {text: ` ${glyphs[glyph]}`, tone, bold: true},
          {text: `${hasWords ? ` ${short}` : ''}${times > 1 ? ` ${glyphs.times}${times}` : ''}`},
        ];
      }),
    ];
  });
}

export function liveWords(app: AppOverview, rollOut: AppStatus['rollOut'], glyphs: Glyphs): string {
  return liveVersions(app).length === 0 ? 'nothing live' : `live ${liveText(app, rollOut, glyphs, true)}`;
}

const spoken = (version: StoreVersion): string => `${platformAndName(version)} ${stateDisplay(version.state).name}`;

const searchWords = (version: StoreVersion): string => `${spoken(version)} ${stateDisplay(version.state).short}`;

const NEXT_ROOM = 12;

/** @param now when the list was read (epoch milliseconds), so that texts change only when it is read again */
export function appColumns(
  glyphs: Glyphs,
  statusOf: StatusOf,
  {now, isNarrow, ofProfiles}: {now: number; isNarrow: boolean; ofProfiles: boolean},
): Column<HomeApp>[] {
  const waiting = (app: AppOverview) => {
    const {next, since: first} = statusOf(app);
    const since = next ? next.since : first;
    return since === undefined ? '' : elapsed(now - since);
  };
  const live = (app: AppOverview) => liveText(app, statusOf(app).rollOut, glyphs, isNarrow);
  return [
    {title: 'App', importance: 10, min: 14, max: 40, cell: ({name, id}) => [{text: name ?? id, page: appPage(id)}]},
    ...(ofProfiles
      ? [{title: 'Profile', importance: 9, min: 7, max: 16, cell: ({profile = ''}: HomeApp) => profile}]
      : []),
    {
      title: 'Bundle ID',
      importance: 1,
      min: 18,
      max: 36,
      cut: 'middle',
      cell: ({bundleId = glyphs.none}) => [{text: bundleId, dim: true}],
      spoken: ({bundleId = ''}) => bundleId,
    },
    {
      title: 'Live',
      importance: 5,
      min: 16,
      max: 30,
      room: isNarrow ? 16 : 19,
      cell: live,
      spoken: (app) => liveWords(app, statusOf(app).rollOut, glyphs),
    },
    {
      title: 'In flight',
      showsState: true,
      importance: 8,
      min: isNarrow ? 17 : 40,
      cell: (app) => inFlight(app, statusOf(app), glyphs, isNarrow),
      spoken: (app) => statusOf(app).inFlight.map(spoken).join(', '),
    },
    {
      title: 'Waiting',
      importance: 7,
      min: 7,
      align: 'right',
      cell: waiting,
      spoken: (app) => waiting(app) && `waiting ${waiting(app)}`,
    },
    {
      title: 'Needs you',
      importance: 9,
      min: NEXT_ROOM,
      room: NEXT_ROOM,
      max: NEXT_ROOM,
      cell: (app) => {
        const {next} = statusOf(app);
        const {label = glyphs.ellipsis} = next ?? {label: ''};
        return [{text: label, dim: label === glyphs.ellipsis || label === NOT_READ}];
      },
      spoken: (app) => statusOf(app).next?.label ?? '',
    },
  ];
}

/** Returns the text that a search looks in, with states in words. */
export function appSearchText(app: AppOverview, status: AppStatus): string {
  const {name = '', bundleId = '', id, sku = ''} = app;
  const shown = [...liveVersions(app).map(platformAndName), ...status.inFlight.map(searchWords)];
  return [name, bundleId, id, sku, ...shown, shortRollOut(status.rollOut, ' '), status.next?.label].join(' ');
}

export function appOrders(statusOf: StatusOf): Order<AppOverview>[] {
  return [
    {by: 'Needs you', key: (app) => rank(statusOf(app))},
    {by: 'App', key: ({name, id}) => name ?? id},
    {by: 'Waiting', key: (app) => statusOf(app).since},
  ];
}
