import type {VersionView} from '../../services/model/pages.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {TableData} from '../command.ts';

export function versionItem({id, versionString, platform, state, createdDate}: StoreVersion): object {
  return {id, type: 'storeVersions', attributes: {versionString, platform, storeState: state, createdDate}};
}

export function versionTable(items: readonly StoreVersion[]): TableData {
  return {
    columns: ['ID', 'Version', 'Platform', 'State', 'Created'],
    roles: {ID: 'id', Created: 'time'},
    rows: items.map(({id, versionString = '', platform = '', state = '', createdDate = ''}) => {
      return [id, versionString, platform, state, createdDate];
    }),
  };
}

export function flatVersion({id, versionString, platform, state}: StoreVersion) {
  return {id, versionString, platform, state};
}

export function versionViewJson({version, submissionId, included}: VersionView): object {
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
