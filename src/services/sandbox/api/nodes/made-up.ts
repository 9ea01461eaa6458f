import {createHash} from 'node:crypto';
import {TYPE, VERSION_REL} from '../../../store/wire.ts';
import {wireDate} from '../../dates.ts';
import {derivedId} from '../../records/ids.ts';
import type {VersionRecord} from '../../records/shapes.ts';
import type {Node} from '../documents.ts';

/** Small resources that some sample versions own and nothing changes; all of their content is made up. */

function part(type: string, version: VersionRecord, attributes: Node['attributes']): Node {
  return {type, id: derivedId(type, version.id), attributes};
}

const hashOf = (algorithm: 'md5' | 'sha256', version: VersionRecord): string =>
  createHash(algorithm).update(version.id).digest('hex');

export function gameVersion(version: VersionRecord): Node {
  return part(TYPE.gameVersion, version, {enabled: true});
}

export function routeCoverage(version: VersionRecord): Node {
  return part(TYPE.coverage, version, {
    fileSize: 20_480,
    fileName: 'coverage.geojson',
    sourceFileChecksum: hashOf('md5', version),
    assetDeliveryState: {errors: [], warnings: [], state: 'COMPLETE'},
  });
}

export function clipExperience(version: VersionRecord): Node {
  return part(TYPE.clipExperience, version, {action: 'OPEN'});
}

export function experiment(version: VersionRecord): Node {
  return part(TYPE.experiment, version, {
    name: 'Bolder icon',
    trafficProportion: 25,
    state: 'APPROVED',
    reviewRequired: true,
    startDate: wireDate(version.created),
  });
}

export function secondExperiment(version: VersionRecord): Node {
  return part(VERSION_REL.experimentsV2, version, {
    name: 'Screenshots in the dark',
    platform: version.platform,
    trafficProportion: 40,
    state: 'ACCEPTED',
    reviewRequired: false,
    startDate: wireDate(version.created),
  });
}

export function distributionPackage(version: VersionRecord): Node {
  return part(TYPE.distributionPackage, version, {
    sourceFileChecksum: {
      file: {hash: hashOf('sha256', version), algorithm: 'SHA_256'},
      composite: {hash: hashOf('md5', version), algorithm: 'MD5'},
    },
  });
}
