import type {Build} from '../../services/model/version.ts';
import type {TableData} from '../command.ts';

/** A list item. Members that the service did not send are left out: `usesEncryption` until somebody answers. */
export function buildItem({id, ...build}: Build): object {
  const {version, versionString, platform, processingState, expired, uploadedDate, usesEncryption} = build;
  return {
    id,
    type: 'builds',
    attributes: {version, versionString, platform, processingState, expired, uploadedDate, usesEncryption},
  };
}

export function buildTable(items: readonly Build[]): TableData {
  const yesOrNo = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no');
  return {
    columns: ['ID', 'Build', 'Version', 'Platform', 'State', 'Expired', 'Encryption', 'Uploaded'],
    rows: items.map(({id, version = '', versionString = '', platform = '', processingState = '', ...build}) => [
      id,
      version,
      versionString,
      platform,
      processingState,
      yesOrNo(build.expired),
      yesOrNo(build.usesEncryption),
      build.uploadedDate ?? '',
    ]),
  };
}
