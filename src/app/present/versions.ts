import type {VersionView} from '../../services/model/pages.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {CreatedVersion, Written} from '../../services/store/store.ts';
import type {Presentation, TableData} from '../command.ts';

/** JSON shapes and columns of versions. */

/** A list item. Members that the service did not send are left out. */
export function versionItem({id, versionString, platform, state, createdDate}: StoreVersion): object {
  return {id, type: 'storeVersions', attributes: {versionString, platform, storeState: state, createdDate}};
}

export function versionTable(items: readonly StoreVersion[]): TableData {
  return {
    columns: ['ID', 'Version', 'Platform', 'State', 'Created'],
    rows: items.map(({id, versionString, platform, state, createdDate}) =>
      [id, versionString, platform, state, createdDate].map((cell) => cell ?? ''),
    ),
  };
}

/** What create and update print, and what view begins with. */
function flatVersion({id, versionString, platform, state}: StoreVersion): Record<string, unknown> {
  return {id, versionString, platform, state};
}

export function versionViewJson({version, submissionId, included}: VersionView): Record<string, unknown> {
  return {
    ...flatVersion(version),
    buildId: version.build?.id,
    buildVersion: version.build?.version,
    submissionId,
    createdDate: version.createdDate,
    copyright: version.copyright,
    releaseType: version.releaseType,
    earliestReleaseDate: version.earliestReleaseDate,
    included,
  };
}

/** Two columns, field and value; what is absent is left out, what has parts is shown as JSON. */
export function fieldTable(value: Record<string, unknown>): TableData {
  const rows = Object.entries(value).flatMap(([field, content]): [string, string][] => {
    if (content === undefined) return [];
    if (Array.isArray(content)) return content.map((item) => [field, JSON.stringify(item)]);
    return [[field, typeof content === 'object' ? JSON.stringify(content) : String(content)]];
  });
  return {columns: ['Field', 'Value'], rows};
}

/** What create prints. */
export const createdVersion: Presentation<CreatedVersion> = {
  formats: ['json', 'table'],
  json: createdJson,
  table: (created) => fieldTable(createdJson(created)),
  note: ({note}) => note,
};

function createdJson({version, existed}: CreatedVersion): Record<string, unknown> {
  return {...flatVersion(version), existed};
}

/** What update prints. */
export const writtenVersion: Presentation<Written & {version: StoreVersion}> = {
  formats: ['json', 'table'],
  json: ({version}) => flatVersion(version),
  table: ({version}) => fieldTable(flatVersion(version)),
  note: ({note}) => note,
};
