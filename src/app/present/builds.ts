import type {Build} from '../../services/model/version.ts';
import type {TableData} from '../command.ts';
import {fieldTable} from './versions.ts';

/** JSON shape and columns of builds. */

/** A list item. Members that the service did not send are left out: `usesEncryption` until somebody answers. */
export function buildItem({id, ...attributes}: Build): object {
  const {version, versionString, platform, processingState, expired, uploadedDate, usesEncryption} = attributes;
  return {
    id,
    type: 'builds',
    attributes: {version, versionString, platform, processingState, expired, uploadedDate, usesEncryption},
  };
}

export function buildTable(items: readonly Build[]): TableData {
  const word = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no');
  return {
    columns: ['ID', 'Build', 'Version', 'Platform', 'State', 'Expired', 'Encryption', 'Uploaded'],
    rows: items.map((build) => [
      build.id,
      build.version ?? '',
      build.versionString ?? '',
      build.platform ?? '',
      build.processingState ?? '',
      word(build.expired),
      word(build.usesEncryption),
      build.uploadedDate ?? '',
    ]),
  };
}

/** One build: the item of a list, or null where there is none. */
export function buildJson(build: Build | undefined): object | null {
  return build ? buildItem(build) : null;
}

export function buildFields(build: Build | undefined): TableData {
  return fieldTable({...build});
}
