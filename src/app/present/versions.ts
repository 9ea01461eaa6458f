import type {StoreVersion, VersionView} from '../../services/model/version.ts';
import {versionPage} from '../../services/model/web-pages.ts';
import type {TableData} from '../command.ts';
import {anyObject, constant, list, object, shaped, string} from './shapes.ts';

export const versionItem = shaped(
  object({
    id: string,
    type: constant('storeVersions'),
    attributes: object({}, {versionString: string, platform: string, storeState: string, createdDate: string}),
  }),
  ({id, versionString, platform, state, createdDate}: StoreVersion) => {
    const attributes = {versionString, platform, storeState: state, createdDate};
    return {id, type: 'storeVersions' as const, attributes};
  },
);

export function versionTable(items: readonly StoreVersion[]): TableData {
  return {
    columns: ['ID', 'Version', 'Platform', 'State', 'Created'],
    roles: {ID: 'id', Created: 'time'},
    pages: {Version: items.map((version) => versionPage(version, version.appId))},
    rows: items.map(({id, versionString = '', platform = '', state = '', createdDate = ''}) => {
      return [id, versionString, platform, state, createdDate];
    }),
  };
}

const flatMembers = {versionString: string, platform: string, state: string};

export const flatVersionShape = object({id: string}, {...flatMembers, existed: constant(true)});

export function flatVersion({id, versionString, platform, state}: StoreVersion) {
  return {id, versionString, platform, state};
}

export const versionViewShape = object(
  {id: string},
  {
    ...flatMembers,
    buildId: string,
    buildVersion: string,
    submissionId: string,
    createdDate: string,
    copyright: string,
    releaseType: string,
    earliestReleaseDate: string,
    included: list(object({id: string, type: string, attributes: anyObject})),
  },
);

export function versionViewJson({version, submissionId, included}: VersionView) {
  const {build, createdDate, copyright, releaseType, earliestReleaseDate} = version;
  return {
    ...flatVersion(version),
    buildId: build?.id,
    buildVersion: build?.version,
    submissionId,
    createdDate,
    copyright,
    releaseType,
    earliestReleaseDate,
    included,
  };
}
