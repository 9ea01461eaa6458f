import {elapsed} from '../../app/present/local-time.ts';
import {NEEDS, needOfVersion} from '../../services/model/next-step.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {phasedProgress} from '../../services/model/phased-release.ts';
import {stateIs} from '../../services/model/states.ts';
import type {PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {appPage, versionPage} from '../../services/model/web-pages.ts';
import type {Column} from '../components/column-layout.ts';
import type {Order} from '../list/use-listing.ts';
import {platformName, stateDisplay} from '../text/api-names.ts';
import {lineWidth, type Segment} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';
import {rank, type StatusOf} from './app-status.ts';
import {liveVersions} from './read-phased.ts';

/** `3.2.1` if all platforms agree, otherwise one per platform, in a narrow column without its name. */
function liveText(app: AppOverview, glyphs: Glyphs, isNarrow: boolean): string {
  const live = liveVersions(app);
  const strings = [...new Set(live.map(({versionString = '?'}) => versionString))];
  if (strings.length <= 1) return strings[0] ?? glyphs.none;
  if (isNarrow) return strings.join(', ');
  return live.map(({platform = '', versionString = '?'}) => `${platformName(platform)} ${versionString}`).join(', ');
}

/** The newest of each platform, the worst first, then what needs the user: whatever is cut matters less. */
function movingVersions({versions}: AppOverview): StoreVersion[] {
  const moving = versions.filter(({state}) => !stateIs(state, 'at-rest'));
  const urgency = (version: StoreVersion) =>
    NEEDS.indexOf(needOfVersion(version)) - (stateDisplay(version.state).tone === 'bad' ? NEEDS.length : 0);
  return moving
    .filter(({platform}, index) => moving.findIndex((other) => other.platform === platform) === index)
    .sort((a, b) => urgency(a) - urgency(b));
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

/** Without platforms: `2.0 ✕ ×2 ◑`, each version string and glyph once. */
function inFlightShort(app: AppOverview, glyphs: Glyphs): Segment[] {
  const moving = movingVersions(app);
  if (moving.length < 2) return inFlight(app, glyphs);
  const states = new Set(moving.map(({state}) => state));
  return [...new Set(moving.map(({versionString = '?'}) => versionString))].flatMap((name, index): Segment[] => {
    const own = moving.filter(({versionString = '?'}) => versionString === name).map(({state}) => stateDisplay(state));
    return [
      {text: index > 0 ? ` ${glyphs.dot} ` : '', dim: true},
      {text: name},
      ...own.flatMap(({glyph, tone, short}, place): Segment[] => {
        if (own.findIndex((other) => other.glyph === glyph) < place) return [];
        const times = own.filter((other) => other.glyph === glyph).length;
        const words = states.size === 1 ? ` ${short}` : '';
        return [
          {text: ` ${glyphs[glyph]}`, tone, bold: true},
          {text: `${words}${times > 1 ? ` ${glyphs.times}${times}` : ''}`},
        ];
      }),
    ];
  });
}

/** Everything in flight by name and state, in short where it does not fit. */
export function inFlightWhole(app: AppOverview, glyphs: Glyphs, width: number): Segment[] {
  const named = movingVersions(app).flatMap(({platform = '', versionString = '?', state}, index): Segment[] => {
    const {glyph, tone, short} = stateDisplay(state);
    return [
      {text: index > 0 ? ` ${glyphs.dot} ` : '', dim: true},
      {text: `${[platform && platformName(platform), versionString].filter(Boolean).join(' ')} `},
      {text: String(glyphs[glyph]), tone, bold: true},
      {text: ` ${short}`},
    ];
  });
  return lineWidth(named) <= width ? named : inFlight(app, glyphs);
}

/** `day 3 · 5 %` or `paused day 3`; undefined before the start and after the end. */
function rollOutText(phased: PhasedRelease | undefined, between: string): string | undefined {
  if (!phased) return undefined;
  const {day, percent} = phasedProgress(phased);
  if (day === null || phased.state === 'COMPLETE') return undefined;
  if (phased.state === 'PAUSED') return `paused day ${day}`;
  return percent === null ? `day ${day}` : `day ${day}${between}${percent} %`;
}

/**
 * `now` is when the list was read (epoch milliseconds), so that nothing changes between refreshes. `statusOf` must be
 * stable while no status changes.
 */
export function appColumns(
  glyphs: Glyphs,
  statusOf: StatusOf,
  {now, isNarrow}: {now: number; isNarrow: boolean},
): Column<AppOverview>[] {
  const waiting = (app: AppOverview) => {
    const {since} = statusOf(app);
    return since === undefined ? '' : elapsed(now - since);
  };
  const live = (app: AppOverview): Segment[] => {
    const rollOut = rollOutText(statusOf(app).rollOut, isNarrow ? ' ' : ` ${glyphs.dot} `);
    const version = {text: liveText(app, glyphs, isNarrow)};
    return rollOut === undefined ? [version] : [version, {text: `${isNarrow ? ' ' : '  '}${rollOut}`, tone: 'busy'}];
  };
  return [
    {title: 'App', importance: 10, min: 14, max: 40, cell: ({name, id}) => [{text: name ?? id, page: appPage(id)}]},
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
      min: 16,
      max: 30,
      // A roll-out is read after the list.
      room: isNarrow ? 16 : 19,
      cell: live,
      spoken: (app) =>
        liveVersions(app).length === 0 ? 'nothing live' : ['live', ...live(app).map(({text}) => text.trim())].join(' '),
    },
    {
      title: 'In flight',
      showsState: true,
      importance: 8,
      // The bundle ID goes before a state is cut.
      min: isNarrow ? 17 : 40,
      cell: (app) => (isNarrow ? inFlightShort(app, glyphs) : inFlight(app, glyphs)),
      spoken: spokenInFlight,
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
      min: 12,
      room: 12,
      cell: (app) => statusOf(app).next?.label ?? '',
    },
  ];
}

export function appSearchText({name = '', bundleId = '', id, sku = ''}: AppOverview): string {
  return `${name} ${bundleId} ${id} ${sku}`;
}

export function appOrders(statusOf: StatusOf): Order<AppOverview>[] {
  return [
    {by: 'Needs you', key: (app) => rank(statusOf(app))},
    {by: 'App', key: ({name, id}) => name ?? id},
    {by: 'Waiting', key: (app) => statusOf(app).since},
  ];
}
