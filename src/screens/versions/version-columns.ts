import {type StoreVersion, versionName} from '../../services/model/version.ts';
import {buildPage, versionPage} from '../../services/model/web-pages.ts';
import type {LocalTime} from '../../services/text/local-time.ts';
import type {Column} from '../components/list-model.ts';
import type {Order} from '../list/use-listing.ts';
import {platformName, stateDisplay, stateSegments} from '../text/api-names.ts';
import type {Glyphs} from '../theme.ts';

export function versionColumns(glyphs: Glyphs, time: LocalTime, isOnePlatform: boolean): Column<StoreVersion>[] {
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
      cell: ({state}) => stateSegments(state, glyphs),
      spoken: ({state}) => stateDisplay(state).name,
    },
    {
      title: 'Created',
      importance: 3,
      min: 11,
      max: 16,
      cell: ({createdDate}) => time.date(createdDate) ?? glyphs.none,
      spoken: ({createdDate}) => (createdDate ? `created ${time.date(createdDate)}` : ''),
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

export function versionOrders(timeOf: (text: string | undefined) => number | undefined): Order<StoreVersion>[] {
  return [
    {by: 'Created', descendingFirst: true, key: ({createdDate}) => timeOf(createdDate)},
    {by: 'Version', descendingFirst: true, key: ({versionString}) => versionString},
    {by: 'Platform', key: ({platform}) => platform && platformName(platform)},
    {by: 'State', key: ({state}) => stateDisplay(state).name},
  ];
}

export function versionSearchText({id, versionString = '', platform = '', state, build}: StoreVersion): string {
  return [versionString, platformName(platform), stateDisplay(state).name, build?.version ?? '', id].join(' ');
}
